import { expect, test } from '@jest/globals';
import type { Transaction } from '../../../shared/ports.ts';
import { FixedClock } from '../../../testing/fakes.ts';
import type { CountryBlocks } from '../../blocker/index.ts';
import type { CheckCart } from '../../cart-validation/index.ts';
import { IdempotencyKeyTaken, type Order, OrderNumberTaken, type Orders, type PlaceOrder } from '../../orders/index.ts';
import type { OpenSession, PaymentProviders } from '../../payments/index.ts';
import type { ChooseThreeDSecure } from '../../risk/index.ts';
import type { ReservationLimits } from '../domain/hoarding.ts';
import type { EndOpenCheckouts } from './end-open-checkouts.ts';
import { type CheckoutRequest, OpenCheckout } from './open-checkout.ts';
import { InMemoryOrderVisits } from '../../orders/testing/in-memory-order-visits.ts';

const REQUEST: CheckoutRequest = {
  lines: [],
  currency: 'Eur',
  expectedTotalMinor: 1000,
  email: 'ada@example.com',
  customer: { fullName: 'Ada', country: null } as unknown as CheckoutRequest['customer'],
  fromCountry: null,
  termsAccepted: true,
  isForElsewhere: false,
  userId: null,
  clientAddress: '192.0.2.1',
  caller: { address: '192.0.2.1', browser: null },
  browserId: 'browser',
  idempotencyKey: null,
  requestHash: 'hash',
  pass: null,
};

const tooFewKeys = () => ({ short: new Map([['p1', 0]]) });

/** A checkout of which the first `misses` tries come to nothing, while the cart's check says each time that there are enough keys, for `totals`. */
function checkout(misses: number, totals: readonly number[], { miss = tooFewKeys as () => object, isLifted = false } = {}) {
  const tried = { placing: 0, checking: 0, transactions: 0, most: 0 };
  const checks: { country: string | null; isBuying: boolean }[] = [];
  const check = async (_lines: unknown, _currency: unknown, _own: unknown, context: (typeof checks)[number]) => {
    checks.push(context);
    return { lines: [], currency: 'Eur', totalMinor: totals[tried.checking++] ?? totals.at(-1) };
  };
  const place = async () => ((tried.placing += 1) <= misses ? miss() : { order: {} as Order });
  let running = 0;
  const transaction = async (work: () => Promise<unknown>) => {
    tried.transactions += 1;
    tried.most = Math.max(tried.most, (running += 1));
    return work().finally(() => (running -= 1));
  };
  const orders = {
    openOf: async () => ({ ofAddress: 0, ofEmail: 0, ofNetwork: [] }),
    lockBuyer: async () => undefined,
    openOfBrowser: async () => [],
  };
  const open = new OpenCheckout(
    { isBlocked: async () => false } as unknown as CountryBlocks,
    { of: async () => [], ofAll: async () => [] },
    { run: check } as unknown as CheckCart,
    { run: async () => undefined } as unknown as EndOpenCheckouts,
    { run: place } as unknown as PlaceOrder,
    orders as unknown as Orders,
    { runOrEnd: async () => ({ id: 'session', url: '' }) } as unknown as OpenSession,
    { current: { name: 'stripe' } } as unknown as PaymentProviders,
    { mostOpenPerAddress: 1, mostOpenPerEmail: 1, isLifted } as ReservationLimits,
    { spend: async () => undefined },
    { run: async () => 'automatic' } as unknown as ChooseThreeDSecure,
    { current: async () => null, ofVersion: async () => null },
    new InMemoryOrderVisits(() => undefined),
    { run: transaction } as unknown as Transaction,
    new FixedClock(),
  );
  const request = { ...REQUEST, lines: [{}] as unknown as CheckoutRequest['lines'] };
  return { run: (change: Partial<CheckoutRequest> = {}) => open.run({ ...request, ...change }), tried, checks };
}

test('keys that somebody else gave back meanwhile are reserved, and the buyer is not told that his cart has changed', async () => {
  const { run, tried } = checkout(2, [1000]);
  expect(await run()).toHaveProperty('session');
  // A second try in the same transaction locks listings out of their order: two such carts end in a deadlock.
  expect(tried).toMatchObject({ placing: 3, transactions: 3 });
});

const failing = (error: Error) => () => {
  throw error;
};

test.each([
  ['draws the number of another one', new OrderNumberTaken()],
  ['comes under one key with another one', new IdempotencyKeyTaken()],
])('an order that %s is placed anew', async (_what, miss) => {
  const { run, tried } = checkout(1, [1000], { miss: failing(miss) });
  expect(await run()).toHaveProperty('session');
  expect(tried).toMatchObject({ placing: 2, transactions: 2 });
});

test('any other error of an order is the answer', async () => {
  await expect(checkout(1, [1000], { miss: failing(new Error('away')) }).run()).rejects.toThrow('away');
});

test('a cart of which the keys come and go is sent back after three tries, by a check that buys nothing', async () => {
  const { run, tried, checks } = checkout(Infinity, [1000]);
  expect(await run()).toHaveProperty('changed');
  expect(tried.placing).toBe(3);
  expect(checks.map(({ isBuying }) => isBuying)).toEqual([true, true, true, false]);
});

test('a total that changed meanwhile is not charged', async () => {
  const { run, tried } = checkout(1, [1000, 900]);
  expect(await run()).toMatchObject({ changed: { totalMinor: 900 } });
  expect(tried.placing).toBe(1);
});

test.each([
  ['PL', 'DE', 'PL'],
  [null, 'DE', 'DE'],
  ['Atlantis', 'DE', 'DE'],
  [null, 'XX', null],
])('the cart of a buyer who names %j, behind a proxy that names %j, is checked for %j', async (named, fromCountry, country) => {
  const { run, checks } = checkout(0, [1000]);
  await run({ customer: { fullName: 'Ada', country: named } as unknown as CheckoutRequest['customer'], fromCountry });
  expect(checks.map((check) => check.country)).toEqual([country]);
});

const SAME_NETWORK = { clientAddress: '192.0.2.200', email: 'bob@example.com' };
const SAME_ADDRESS = { clientAddress: '192.0.2.1', email: 'bob@example.com' };
const SAME_EMAIL = { clientAddress: '198.51.100.1', email: 'ada@example.com' };
const NOTHING_SAME = { clientAddress: '198.51.100.1', email: 'bob@example.com' };

test.each([
  ['of one network', false, SAME_NETWORK, 1],
  ['of one e-mail address', false, SAME_EMAIL, 1],
  ['of two buyers', false, NOTHING_SAME, 2],
  ['of one network, where limits are lifted,', true, SAME_NETWORK, 2],
  ['of one address, where limits are lifted,', true, SAME_ADDRESS, 1],
])('of two checkouts %s that come together, so many are placed at a time', async (_what, isLifted, other, atATime) => {
  const { run, tried } = checkout(0, [1000], { isLifted });
  await Promise.all([run(), run(other)]);
  expect(tried).toMatchObject({ placing: 2, most: atATime });
});
