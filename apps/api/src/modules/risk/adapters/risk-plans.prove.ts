import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readConfig } from '../../../platform/config/config.ts';
import { Transaction } from '../../../shared/ports.ts';
import { report, sized } from '../../../testing/campaigns/campaign.ts';
import { type Asked, planText, recorded } from '../../../testing/plans/statement-plans.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { BlockListMatches, type PaymentFact, type RiskKey, RiskRecords } from '../application/ports.ts';
import { expiringOfRisk } from './personal-data.ts';

const MINUTES = 60_000;
const DAY_MS = 86_400_000;
const FEW = 10_000;
const MANY = sized({ full: 1_000_000, sample: 100_000 });
/** Payments of a card, an address and a network that somebody tries again and again. */
const TRIED = 2000;
const DRY_RUN = 2000;
/** Pages of eight kilobytes that a query may read at any number of orders: only the height of an index grows. */
const MOST_PAGES = { 'a good buyer': 40, 'a buyer who tried 2,000 times': 60, '100 buyers at once': 4000, 'what is stored': 80 } as const;

const keysOf = (who: string): RiskKey[] =>
  (['card', 'email', 'account', 'browser', 'network24'] as const).map((kind) => ({ kind, value: `${who} ${kind}` }));

let shop: TestShop;
let records: RiskRecords;
let orders = 0;

beforeAll(async () => {
  shop = await testShop();
  records = shop.get(RiskRecords);
  const now = shop.clock.now().getTime();
  const fact = (place: number): PaymentFact => ({
    id: `try-${place}`,
    orderId: `try-${place}`,
    keys: keysOf('tester'),
    at: new Date(now - place * 60_000),
    outcome: 'failed',
    valueMinor: 1000,
  });
  await inTransaction(() =>
    records.add(
      [],
      Array.from({ length: TRIED }, (_, place) => fact(place + 1)),
    ),
  );
}, MINUTES);
afterAll(() => shop.close());

const inTransaction = <T>(work: () => Promise<T>) => shop.get(Transaction).run(work);

/** Orders of 400 days up to now: those of the last 31 have all their keys, of the others the e-mail address is left. */
async function growTo(count: number): Promise<void> {
  const at = `$1::timestamptz - interval '400 days' * (1 - n / ${count}.0)`;
  const range = `generate_series(${orders + 1}, ${count}) n`;
  await shop.database.query(
    `insert into risk_fact (key, at, id, order_id, outcome, value_minor)
      select kind || ':' || left(md5(kind || n % 70000), 22), ${at}, 'o' || n, 'o' || n, 'paid', 1000
      from ${range}, unnest(array['email', 'card', 'browser', 'network24']) kind
      where kind = 'email' or n > ${count} * 369.0 / 400 order by n`,
    [shop.clock.now()],
  );
  await shop.database.query(
    `insert into risk_decision (order_id, round, outcome, points, reasons, signals, policy_version, decided_at)
      select 'o' || n, 1, 'deliver', 5, '[]', '{"velocity": {}}', 0, ${at} from ${range}`,
    [shop.clock.now()],
  );
  orders = count;
  await shop.database.query('vacuum analyze risk_fact');
  await shop.database.query('vacuum analyze risk_decision');
}

const question = (orderId: string, who: string) => ({ orderId, keys: keysOf(who), before: shop.clock.now() });
const day = (days: number) => new Date(shop.clock.now().getTime() - days * DAY_MS);

const QUERIES: Readonly<Record<keyof typeof MOST_PAGES, () => Promise<unknown>>> = {
  'a good buyer': () => records.ask([question('new', 'good')]),
  'a buyer who tried 2,000 times': () => records.ask([question('new', 'tester')]),
  '100 buyers at once': () => records.ask(Array.from({ length: 100 }, (_, place) => question(`new-${place}`, `good-${place}`))),
  'what is stored': async () => {
    await records.ofOrder('o4711');
    await shop.get(BlockListMatches).countries(['US']);
    await shop.get(BlockListMatches).of([{ orderId: 'new', email: 'ada@example.com', card: 'card', account: 'u1' }]);
  },
};

interface Cost {
  readonly pages: number;
  readonly ms: number;
}

async function costOf(asked: Asked): Promise<Cost & { readonly plan: string }> {
  const plan = await planText(shop, asked);
  const [, hit = 0] = /Buffers: shared hit=(\d+)/.exec(plan) ?? [];
  const [, read = 0] = /Buffers: shared.*? read=(\d+)/.exec(plan) ?? [];
  const [, ms = 0] = /Execution Time: ([\d.]+)/.exec(plan) ?? [];
  return { pages: Number(hit) + Number(read), ms: Number(ms), plan };
}

/** Twice: what counts is a server that has the upper pages of its indexes in memory. */
async function costsOf(asked: readonly Asked[]): Promise<Cost & { readonly plans: string }> {
  for (const one of asked) await costOf(one);
  const costs = [];
  for (const one of asked) costs.push(await costOf(one));
  return {
    pages: costs.reduce((sum, { pages }) => sum + pages, 0),
    ms: costs.reduce((sum, { ms }) => sum + ms, 0),
    plans: costs.map(({ plan }) => plan).join('\n'),
  };
}

test(
  `the queries of a decision cost as much with ${MANY} orders as with ${FEW}, and read no table from end to end`,
  async () => {
    for (const count of [FEW, MANY]) {
      await growTo(count);
      for (const [what, query] of Object.entries(QUERIES)) {
        const { pages, ms, plans } = await costsOf(await recorded(shop, async () => void (await query())));
        report(`${count} orders, ${what}: ${pages} pages, ${ms.toFixed(2)} ms`);
        expect(plans).not.toMatch(/Seq Scan on risk_/);
        expect([what, pages]).toEqual([what, expect.any(Number)]);
        expect(pages).toBeLessThan(MOST_PAGES[what as keyof typeof MOST_PAGES]);
      }
    }
  },
  10 * MINUTES,
);

test('a dry run reads the decisions of its days, and no others', async () => {
  const asked = await recorded(shop, async () => void (await records.decidedSince(day(1), DRY_RUN)));
  const { pages, ms, plans } = await costsOf(asked);
  report(`${orders} orders, decisions of a day: ${pages} pages, ${ms.toFixed(2)} ms`);
  expect(plans).toMatch(/Index Scan .*on risk_decision/);
  expect(pages).toBeLessThan(DRY_RUN);
});

test('where nothing has expired, what lets payments expire reads no history', async () => {
  for (const { afterDays, statement } of expiringOfRisk(readConfig({}).retention)) {
    const asked = { text: statement.replaceAll('?', '$1'), values: [day(afterDays + 1)] };
    await shop.database.query(asked.text, asked.values);
    const { pages, ms } = await costsOf([asked]);
    report(`${orders} orders, nothing expired after ${afterDays} days: ${pages} pages, ${ms.toFixed(2)} ms`);
    // An index by ranges of pages has a few itself.
    expect(pages).toBeLessThan(200);
  }
});
