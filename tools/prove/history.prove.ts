import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pLimit from 'p-limit';
import { report, SEED, sized } from '../../apps/api/src/testing/campaigns/campaign.ts';
import { delayReplay } from '../database/standby.ts';
import { buy, type Intention, type Plan } from './customers/customer.ts';
import { eventually } from './buyer.ts';
import { refundByStaff } from './customers/staff.ts';
import { booksAtRest, faultsAtRest, planOf, startStockedShop, type StockedShop } from './customers/stocked-shop.ts';
import { piecesOf, type Told, withoutPayments } from './customers/told.ts';
import { signUp } from './held/buyers.ts';

const MINUTES = 60_000;
const SIZE = sized({ full: { customers: 3000, products: 60, keysOfEach: 50 }, sample: { customers: 150, products: 10, keysOfEach: 15 } });
const AT_ONCE = 40;
/** How far the read replica is behind, in milliseconds: much further than a buyer needs to look again. */
const REPLICA_BEHIND_MS = 5000;
const INTENTIONS: readonly Intention[] = ['pays', 'pays', 'pays', 'pays after a refused card', 'lets it expire'];
/** One customer in so many has an account, and the order of one in so many is refunded; of some who have an account, too. */
const [HAVE_ACCOUNT, ARE_REFUNDED] = [4, 3];
/** Twice each: list, page, and order in the account. */
const LOOKS_AGAIN = 6;
/** Password hashes are what signing up takes. */
const SIGN_UPS_AT_ONCE = 4;
const BETWEEN_REFUNDS_MS = 500;
const LONGEST_REFUND_MS = 60_000;

let stocked: StockedShop;
const tokens = new Map<number, string>();
const refunded = new Set<string>();

beforeAll(async () => {
  stocked = await startStockedShop({ apis: 3, hasReplica: true }, SIZE);
  const atOnce = pLimit(SIGN_UPS_AT_ONCE);
  const indexes = Array.from({ length: Math.ceil(SIZE.customers / HAVE_ACCOUNT) }, (_, count) => count * HAVE_ACCOUNT);
  await Promise.all(indexes.map((index) => atOnce(async () => tokens.set(index, await accountOf(index)))));
  if (stocked.shop.replica) delayReplay(stocked.shop.replica, REPLICA_BEHIND_MS);
}, 10 * MINUTES);
afterAll(() => stocked?.stop(), MINUTES);

const nameOf = { name: 'history', seed: SEED, intentions: INTENTIONS };

async function accountOf(index: number): Promise<string> {
  const { email, place } = planOf(stocked, { ...nameOf, index });
  // The link of the mail is not followed.
  const verify = async () => {
    const query = 'update shop_user set email_verified_at = now() where email = $1 returning id';
    return (await stocked.database.query<{ id: string }>(query, [email])).rows[0]?.id ?? '';
  };
  return (await signUp(stocked.places.apis[place % stocked.places.apis.length] ?? '', email, verify)).token;
}

/** Where an order has several pieces first one of them, then the rest. */
async function refund(told: Told): Promise<void> {
  if (piecesOf(told.wishes) > 1) {
    if (!(await refundByStaff(stocked.places, told, () => false, { pieces: [{ line: 1, slots: [1] }] })))
      throw new Error('The staff could not refund a part.');
    await eventually(
      async () => told.seen.at(-1)?.status,
      (status) => status === 'Partially refunded',
      LONGEST_REFUND_MS,
    );
  }
  // A refund that a worker is at is not asked for again.
  for (const end = Date.now() + LONGEST_REFUND_MS; !(await refundByStaff(stocked.places, told)); await setTimeout(BETWEEN_REFUNDS_MS))
    if (Date.now() > end) throw new Error('The staff could not refund it.');
  refunded.add(told.email);
}

function customer(index: number): Promise<Told> {
  const plan: Plan = { ...planOf(stocked, { ...nameOf, index, reads: 200 }), looksAgain: LOOKS_AGAIN };
  const account = tokens.get(index);
  return buy(stocked.places, {
    ...plan,
    ...(account !== undefined && { account }),
    ...(index % ARE_REFUNDED === 0 && { refund }),
  });
}

test(
  `${SIZE.customers} customers, each asking another process each time while the replica is behind: no confirmed order vanishes, nobody is refused while keys are free, nobody reads an older state of an order`,
  async () => {
    const atOnce = pLimit(AT_ONCE);
    const tolds = await Promise.all(Array.from({ length: SIZE.customers }, (_, index) => atOnce(() => customer(index))));
    const books = await booksAtRest(stocked, tolds, 10 * MINUTES);
    expect(await faultsAtRest(stocked, tolds, books)).toEqual([]);
    const statuses = new Map(books.orders.map(({ email, status }) => [email, status]));
    expect([...refunded].filter((email) => statuses.get(email) !== 'refunded')).toEqual([]);

    const looks = (of: (told: Told) => number) => tolds.reduce((count, told) => count + of(told), 0);
    const refused = looks((told) => (told.refused.length > 0 ? 1 : 0));
    const lists = looks(({ seen }) => seen.filter(({ from }) => from === 'list').length);
    const reads = looks(({ seen }) => seen.length) - lists;
    const { expired, refusedCards } = withoutPayments(tolds);
    const [inPart, whole] = ['Partially refunded', 'Refunded'].map((status) =>
      looks(({ seen }) => (seen.some((one) => one.status === status) ? 1 : 0)),
    );
    report(
      `${tolds.length} customers, ${tokens.size} of them with an account, were told of ${books.orders.length} orders, ${books.payments.length} payments, ${refused} refusals, ${expired} expired sessions and ${refusedCards} refused cards, and read their orders ${reads} times and their lists ${lists} times, with the replica ${REPLICA_BEHIND_MS / 1000} s behind; ${whole} of them saw that it was refunded, ${inPart} in part before`,
    );
    expect(Math.min(reads, lists, refused)).toBeGreaterThan(SIZE.customers / 20);
    expect(Math.min(expired, refusedCards)).toBeGreaterThan(0);
    expect(Math.min(whole ?? 0, inPart ?? 0)).toBeGreaterThan(SIZE.customers / 50);
  },
  60 * MINUTES,
);
