import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { report, sized } from '../../testing/campaigns/campaign.ts';
import { planText, recorded } from '../../testing/plans/statement-plans.ts';
import { type TestShop, testShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { Transaction } from '../../shared/ports.ts';
import { CommitOffers } from './application/commit-offers.ts';
import { Suppliers } from './application/ports.ts';
import { KeyPurchases } from './application/purchases.ts';
import { SellableOffers } from './application/sellable-offers.ts';
import { ShowOffers } from './application/show-offers.ts';
import { SyncOffers } from './application/feeds/sync-offers.ts';
import { shownChanges } from './shown-changes.cases.ts';
import { LargeSupplier } from './testing/large-supplier.ts';

const OFFERS = 20_000;
const PURCHASES = sized({ full: 1_000_000, sample: 100_000 });
const ROUND_MS = 500;
const SHOWN_WITHIN_MS = 5000;
const LONGEST_MS = 1_800_000;

let shop: TestShop;
/** How offers are found before PostgreSQL knows how many there are. */
let planOfFirst = '';
const supplier = new LargeSupplier(OFFERS);
beforeAll(async () => {
  const fakes = [{ provide: Suppliers, useValue: new Suppliers([supplier]) }];
  shop = await testShop({ fakes, environment: { SUPPLIER_IMPORT_PRODUCTS: 'true', LIST_CACHE_MS: '400' } });
  await shop.get(SyncOffers).run();
  planOfFirst = await planOfOffers();
  const counting = performance.now();
  const all = await waiting();
  while ((await waiting()) > 0) await shop.get(ShowOffers).run();
  await shop.database.query('vacuum analyze');
  report(`${all} changed products counted in ${((performance.now() - counting) / 1000).toFixed(1)} s`);
}, LONGEST_MS);
afterAll(() => shop.close());

/** Of one product. */
async function planOfOffers(): Promise<string> {
  const { rows } = await shop.database.query<{ id: string }>('select product_id as id from supplier_offer limit 1');
  const asked = await recorded(shop, async () => void (await shop.get(SellableOffers).fresh(rows.map(({ id }) => id))));
  const statement = asked.find(({ text }) => text.includes('supplier_offer'));
  return statement ? planText(shop, statement) : 'no such statement';
}

/** Products whose offers changed since they were counted. */
const waiting = async () => (await shop.database.query<{ n: number }>('select count(*)::integer as n from offer_change')).rows[0]?.n ?? 0;

test(
  `while ${OFFERS} offers are read, lists show within five seconds what a checkout was promised`,
  async () => {
    // A worker starts at the same time, and has all counted anew.
    await shop.get(ShowOffers).begin();
    const loop = { isOn: true };
    const showing = (async () => {
      while (loop.isOn) {
        await shop.get(ShowOffers).run();
        await setTimeout(ROUND_MS);
      }
    })();
    shop.clock.advance(3_600_000);
    const reading = { isDone: false };
    const started = performance.now();
    const sync = shop
      .get(SyncOffers)
      .run()
      .finally(() => (reading.isDone = true));
    const took: number[] = [];
    let longest = 0;
    // Of products whose offers are as they were.
    for (let round = 1; !reading.isDone; round += 1) {
      const { rows } = await shop.database.query<{ id: string; offered: number }>(
        'select product_id as id, offered from listing join product on product.id = product_id where kinguin_id = $1',
        [10 * ((round * 37) % (OFFERS / 10)) + 5],
      );
      const { id = '', offered = 0 } = rows[0] ?? {};
      const at = performance.now();
      const ofOrder = `order-${round}`;
      const lapsesAt = new Date(shop.clock.now().getTime() + 3_600_000);
      await shop.get(Transaction).run(() => shop.get(CommitOffers).commit(ofOrder, [{ productId: id, quantity: 1 }], lapsesAt));
      await until(async () => {
        longest = Math.max(longest, await waiting());
        const shown = await shop.database.query<{ offered: number }>('select offered from listing where product_id = $1', [id]);
        return shown.rows[0]?.offered === offered - 1;
      });
      took.push(performance.now() - at);
    }
    await sync;
    loop.isOn = false;
    await showing;
    const seconds = (performance.now() - started) / 1000;
    const [most, middle] = [Math.max(...took), took.toSorted((one, other) => one - other)[Math.floor(took.length / 2)] ?? 0];
    report(
      `${OFFERS} offers read in ${seconds.toFixed(1)} s; of ${took.length} checkouts meanwhile lists showed one after ${Math.round(middle)} ms in the middle, ${Math.round(most)} ms at most; ${longest} changes waited at most`,
    );
    expect(took.length).toBeGreaterThan(3);
    expect(most).toBeLessThan(SHOWN_WITHIN_MS);
  },
  LONGEST_MS,
);

describe('what changes the sum of a product', () => shownChanges(() => ({ shop, supplier })));

test('offers of a product are found by one index, also before the table was analyzed', async () => {
  for (const plan of [planOfFirst, await planOfOffers()]) {
    expect(plan).toContain('supplier_offer_of_product_by_supplier');
    expect(plan).not.toContain('supplier_offer_pkey');
  }
});

test(
  'open purchases are counted by their index, and failed ones by the index of their end',
  async () => {
    await shop.database.query(
      `insert into purchase (id, supplier, order_id, product_id, supplier_product_id, offer_id, quantity, price_minor, charged_minor, state,
        created_at, due_at, sent_at, ordered_at, closed_at)
      select n, 'kinguin', n, 'p', 'p', 'offer-' || n % 1000, 1, 500, 1000,
        case when n % 500 = 0 then 'unclear' when n % 50 = 0 then 'refused' else 'complete' end, at, at, at, at, at
      from generate_series(1, ${PURCHASES}) n, lateral (select $1::timestamptz - n * interval '1 minute' as at) times`,
      [shop.clock.now()],
    );
    await shop.database.query('vacuum analyze purchase');
    const since = new Date(shop.clock.now().getTime() - 86_400_000);
    const asked = await recorded(shop, async () => void (await shop.get(KeyPurchases).counts(since)));
    expect(asked).toHaveLength(1);
    for (const statement of asked) {
      const plan = await planText(shop, statement);
      report(`${PURCHASES} purchases, open ones counted: ${/Execution Time: ([\d.]+ ms)/.exec(plan)?.[1]}`);
      expect(plan).toContain('purchase_open');
      expect(plan).not.toContain('Seq Scan');
    }
  },
  LONGEST_MS,
);
