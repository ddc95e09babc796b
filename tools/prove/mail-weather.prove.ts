import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pLimit from 'p-limit';
import { chance, picker } from '../../apps/api/src/testing/campaigns/chance.ts';
import { report, SEED, sized } from '../../apps/api/src/testing/campaigns/campaign.ts';
import { eventually, mailServer } from './buyer.ts';
import { buy } from './customers/customer.ts';
import { booksAtRest, faultsAtRest, moveClock, planOf, startStockedShop, type StockedShop } from './customers/stocked-shop.ts';

const MINUTES = 60_000;
const CUSTOMERS = sized({ full: 1000, sample: 45 });
const AT_ONCE = 15;
const BUYERS_WITH_A_REFUSED_ADDRESS = 3;
const WEATHERS = [
  { mode: 'defer' },
  { mode: 'greylist' },
  { mode: 'drop' },
  { mode: 'lost-answer' },
  { mode: 'ok', delayMs: 700 },
  { mode: 'away' },
  { mode: 'ok' },
] as const;
const WEATHER_LASTS_MS = 400;

let stocked: StockedShop;
const next = chance(SEED);
const pick = picker(next);
const mailbox = () => ({ ...stocked.places, api: '', mailbox: stocked.shop.settings.origins.mailbox });

beforeAll(async () => {
  stocked = await startStockedShop({}, { products: 20, keysOfEach: sized({ full: 400, sample: 50 }) });
}, 3 * MINUTES);
afterAll(() => stocked?.stop(), MINUTES);

const come = (name: string, count: number) => {
  const atOnce = pLimit(AT_ONCE);
  const customer = (index: number) => buy(stocked.places, planOf(stocked, { name, seed: SEED, index, intentions: ['pays'], reads: 15 }));
  return Promise.all(Array.from({ length: count }, (_, index) => atOnce(() => customer(index))));
};

test(
  `${CUSTOMERS} orders while the mail server refuses, is slow, cuts the line, greylists, or is away: each gets its keys in a mail, and its page shows them meanwhile`,
  async () => {
    let isOver = false;
    const weather = (async () => {
      for (; !isOver; await setTimeout(WEATHER_LASTS_MS)) await mailServer(mailbox(), pick(WEATHERS));
    })();
    const inBadWeather = await come('bad-weather', Math.ceil(CUSTOMERS / 2));
    isOver = true;
    await weather;
    await mailServer(mailbox(), { mode: 'away' });
    const whileAway = await come('away', Math.floor(CUSTOMERS / 2));
    const tolds = [...inBadWeather, ...whileAway];
    await mailServer(mailbox(), { mode: 'greylist' });
    const books = await eventually(
      async () => {
        // The pauses between the tries are up to half an hour long.
        await moveClock(stocked, 10 * MINUTES);
        return booksAtRest(stocked, tolds, 5000).catch(() => null);
      },
      (seen) => seen !== null,
      5 * MINUTES,
    );
    if (!books) throw new Error('There are no books.');
    expect(await faultsAtRest(stocked, tolds, books)).toEqual([]);
    expect(tolds.filter(({ isPaid, seen }) => isPaid && !seen.some(({ keys }) => keys.length > 0)).map(({ email }) => email)).toEqual([]);
    const ids = new Set(books.mails.map(({ messageId }) => messageId));
    const { rows } = await stocked.database.query<{ delayed: number }>(
      "select count(*)::int as delayed from order_event where kind = 'mail_delayed'",
    );
    report(
      `${tolds.length} orders, ${ids.size} of ${books.payments.length} mails of keys arrived, ${rows[0]?.delayed} of them late, ${books.mails.length - ids.size} twice under one Message-ID`,
    );
    expect(ids.size).toBe(tolds.length);
    expect(rows[0]?.delayed).toBeGreaterThan(CUSTOMERS / 3);
  },
  30 * MINUTES,
);

test(
  'an address that the mail server refuses stands in the timeline, and the page shows the keys',
  async () => {
    const recipients = Array.from({ length: BUYERS_WITH_A_REFUSED_ADDRESS }, (_, index) => `refused-${index}@example.com`);
    await mailServer(mailbox(), { mode: 'reject', recipients });
    const tolds = await come('refused', recipients.length);
    const refusals = async () =>
      (
        await stocked.database.query(
          "select 1 from order_event e join shop_order o on o.id = e.order_id where e.kind = 'mail_refused' and o.email = any($1)",
          [recipients],
        )
      ).rowCount;
    await eventually(refusals, (count) => count === recipients.length, MINUTES);
    expect(tolds.every(({ seen }) => seen.some(({ keys }) => keys.length > 0))).toBe(true);
  },
  5 * MINUTES,
);
