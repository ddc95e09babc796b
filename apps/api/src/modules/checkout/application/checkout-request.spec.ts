import { expect, jest, test } from '@jest/globals';
import { CountingIds, FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import type { CountryBlocks } from '../../blocker/index.ts';
import type { CheckCart, CheckedCart } from '../../cart-validation/index.ts';
import type { Offer } from '../../catalog/index.ts';
import { EndUnpaidOrder, PlaceOrder } from '../../orders/index.ts';
import { InMemoryOrders } from '../../orders/testing/in-memory-orders.ts';
import { CheckoutOver, OpenSession, PaymentProviders, type Settle } from '../../payments/index.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { ChooseThreeDSecure } from '../../risk/index.ts';
import { assessing } from '../../risk/testing/assessing.ts';
import { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { ListedPasses } from '../../users/testing/in-memory-users.ts';
import { CartIsEmpty, CountryBlocked, IdempotencyKeyReused, TooManyOpenCheckouts, TotalOutOfBounds } from '../domain/checkout-errors.ts';
import { EndOpenCheckouts } from './end-open-checkouts.ts';
import { type CheckoutRequest, OpenCheckout } from './open-checkout.ts';
import { InMemoryOrderVisits } from '../../orders/testing/in-memory-order-visits.ts';

const MINUTE = 60_000;
const GRACE = 5 * MINUTE;
const LIMITS = {
  graceMs: GRACE,
  mostOpenPerAddress: 2,
  mostOpenPerEmail: 2,
  mostPiecesPerProduct: 4,
  mostFurtherMinor: 50_000,
  perEuro: { Eur: 1, Usd: 1.1, Pln: 4.3, Gbp: 0.9 },
  isLifted: false,
};
const price = (listMinor: number, discountedMinor: number | null = null) => ({ listMinor, discountedMinor });
const offer: Offer = {
  productId: 'product-1',
  ref: { type: 'game', id: '1949' },
  name: 'Half Moon',
  platform: 'Steam',
  category: 'Game',
  coverImage: 'images/00-320.webp',
  prices: { Eur: price(1000, 800), Usd: price(1100), Pln: price(4300), Gbp: price(900) },
  limitPerBasket: null,
  activation: {},
};
const line = (quantity: number, change: object = {}) => ({
  ref: offer.ref,
  status: 'ok',
  quantity,
  offer,
  unitMinor: 800,
  free: 10,
  ...change,
});
const cartOf = (...lines: ReturnType<typeof line>[]) =>
  ({ lines, totalMinor: lines.reduce((sum, { unitMinor, quantity }) => sum + unitMinor * quantity, 0) }) as unknown as CheckedCart;

/** A shop with ten keys, whose cart's check answers `cart`. */
async function shop({ cart = cartOf(line(1)), limits = {}, blocked = [] as readonly string[] } = {}) {
  const clock = new FixedClock();
  const transaction = new PlainTransaction();
  const orders = new InMemoryOrders(clock);
  const stock = new InMemoryKeyStock(clock);
  await stock.add(
    Array.from({ length: 10 }, (_, key) => ({ productId: 'product-1', secret: { kind: 'text', key: `KEY-${key}` } as const })),
  );
  const provider = new InMemoryPaymentProvider();
  const providers = new PaymentProviders(provider);
  const end = new EndUnpaidOrder(orders, stock, transaction, clock);
  const captcha = new ListedPasses();
  const visits = new InMemoryOrderVisits((id) => orders.all.get(id)?.browserId);
  const settled: unknown[] = [];
  const settle = { run: async (...call: unknown[]) => (settled.push(call), 'still open') } as unknown as Settle;
  const own: unknown[] = [];
  const check = {
    run: async (_lines: unknown, _currency: unknown, ownOrders: unknown) => (own.push(ownOrders), cart),
  } as unknown as CheckCart;
  const endOpen = new EndOpenCheckouts(orders, providers, settle, end);
  const checkout = new OpenCheckout(
    { isBlocked: async (countries: (string | null)[]) => countries.some((one) => one !== null && blocked.includes(one)) } as CountryBlocks,
    { of: async () => [], ofAll: async () => [] },
    check,
    endOpen,
    new PlaceOrder(orders, stock, clock, new CountingIds()),
    orders,
    new OpenSession(orders, providers, end),
    providers,
    { ...LIMITS, ...limits },
    captcha,
    new ChooseThreeDSecure(assessing().assess, { threeDSecure: 'automatic' }),
    { current: async () => 'terms-1', ofVersion: async () => null },
    visits,
    transaction,
    clock,
  );
  let browser = 0;
  const run = (change: Partial<CheckoutRequest> = {}) =>
    checkout.run({
      lines: [{ ref: offer.ref, quantity: 1 }] as unknown as CheckoutRequest['lines'],
      currency: 'Eur',
      expectedTotalMinor: null,
      email: `ada-${(browser += 1)}@example.com`,
      customer: { fullName: 'Ada', country: null } as unknown as CheckoutRequest['customer'],
      fromCountry: null,
      termsAccepted: true,
      isForElsewhere: false,
      userId: null,
      clientAddress: `192.0.${browser}.1`,
      caller: { address: `192.0.${browser}.1`, browser: 'Firefox 144 on Windows' },
      browserId: `browser-${browser}`,
      idempotencyKey: null,
      requestHash: 'hash',
      pass: null,
      ...change,
    });
  return { clock, orders, visits, stock, captcha, provider, settled, own, run, endOpen, all: () => [...orders.all.values()] };
}

test('an order has what the buyer entered and saw, and its keys for the session and a grace', async () => {
  const { run, all, clock, stock, visits } = await shop({ cart: cartOf(line(2), line(1, { offer: null, unitMinor: 0, quantity: 0 })) });
  const answer = await run({ userId: 'ada', idempotencyKey: 'key-12345678', expectedTotalMinor: 1600 });
  const [order] = all();
  expect(answer).toMatchObject({ session: { id: `session-${order?.id}` } });
  expect(order).toMatchObject({
    email: 'ada-1@example.com',
    userId: 'ada',
    currency: 'Eur',
    totalMinor: 1600,
    lines: [
      {
        productId: 'product-1',
        ref: offer.ref,
        name: 'Half Moon',
        platform: 'Steam',
        coverImage: 'images/00-320.webp',
        listMinor: 1000,
        unitMinor: 800,
        quantity: 2,
      },
    ],
    customer: { fullName: 'Ada', country: null },
    termsAcceptedAt: clock.now(),
    termsVersion: 'terms-1',
    clientAddress: '192.0.1.1',
    browserId: 'browser-1',
    idempotencyKey: 'key-12345678',
    requestHash: 'hash',
    paymentProvider: 'stripe',
    expiresAt: new Date(clock.now().getTime() + 31 * MINUTE),
  });
  expect(order?.lines).toHaveLength(1);
  const visit = { shown: 'checkout', viewer: 'user ada', address: '192.0.1.1', browser: 'Firefox 144 on Windows', isBuyingBrowser: true };
  expect(await visits.ofOrder(order?.id ?? '')).toEqual([{ ...visit, revealId: null, at: clock.now() }]);
  const free = async () => (await stock.available(['product-1'])).get('product-1');
  clock.advance(31 * MINUTE + GRACE - 1);
  expect(await free()).toBe(8);
  clock.advance(1);
  expect(await free()).toBe(10);
});

test('who did not accept the terms has not', async () => {
  const { run, all } = await shop();
  await run({ termsAccepted: false });
  expect(all()[0]).toMatchObject({ termsAcceptedAt: null, termsVersion: null });
});

test.each([
  ['an empty cart', {}, { lines: [] }, CartIsEmpty],
  ['a buyer of a blocked country', { blocked: ['XX'] }, { customer: { country: 'XX' } as never }, CountryBlocked],
  ['a request from one', { blocked: ['XX'] }, { fromCountry: 'XX' }, CountryBlocked],
  ['a total below the provider’s least', { cart: cartOf(line(1, { unitMinor: 49 })) }, {}, TotalOutOfBounds],
  ['more pieces than one may reserve', { cart: cartOf(line(5)) }, {}, TooManyOpenCheckouts],
])('%s is refused, and nothing is placed', async (_what, setting, change, error) => {
  const { run, all } = await shop(setting);
  await expect(run(change)).rejects.toThrow(error);
  expect(all()).toEqual([]);
});

test('of one address two checkouts are open, and no third, whatever captchas are solved', async () => {
  const { run, captcha, all } = await shop();
  const same = { clientAddress: '192.0.2.9', pass: 'pass' };
  captcha.passes.add('pass');
  await run(same);
  await run(same);
  captcha.passes.add('pass');
  await expect(run(same)).rejects.toThrow(expect.objectContaining({ extra: { retryAfterSeconds: 31 * 60 } }));
  expect([all().length, captcha.passes.size]).toEqual([2, 1]);
});

test('who names an e-mail address with two open checkouts solves a captcha, and is not refused', async () => {
  const { run, captcha, all } = await shop();
  const same = { email: 'ada@example.com' };
  await run(same);
  await run(same);
  await expect(run(same)).rejects.toThrow('Please verify the captcha.');
  captcha.passes.add('pass');
  await run({ ...same, pass: 'pass' });
  expect(all()).toHaveLength(3);
});

test('where limits are lifted nothing is counted, and no captcha is asked for', async () => {
  const { run, all } = await shop({ limits: { isLifted: true }, cart: cartOf(line(1)) });
  for (let count = 0; count < 5; count += 1) await run({ clientAddress: '192.0.2.9', email: 'ada@example.com' });
  expect(all()).toHaveLength(5);
});

test.each([
  ['removed', cartOf(line(1, { status: 'removed' })), null],
  ['adjusted', cartOf(line(1), line(1, { status: 'adjusted' })), null],
  ['of another total', cartOf(line(1)), 801],
])('a cart with what is %s is sent back, and nothing placed', async (_what, cart, expectedTotalMinor) => {
  const { run, all } = await shop({ cart });
  expect(await run({ expectedTotalMinor })).toEqual({ changed: cart });
  expect(all()).toEqual([]);
});

test('the same key again is the same order, moved to the browser that asks; its end, or another request, is refused', async () => {
  const { run, all, clock, orders, provider, settled } = await shop();
  const key = { idempotencyKey: 'key-12345678' };
  const first = await run(key);
  const saved = jest.spyOn(orders, 'save');
  expect(await run({ ...key, browserId: 'browser-9' })).toEqual(first);
  expect(all().map(({ browserId }) => browserId)).toEqual(['browser-9']);
  expect(saved.mock.calls).toEqual([[all()[0], []]]);
  expect(await run({ ...key, browserId: 'browser-9' })).toEqual(first);
  expect([saved.mock.calls.length, settled, [...provider.sessions.values()].map(({ outcome }) => outcome)]).toEqual([1, [], ['open']]);
  await expect(run({ ...key, requestHash: 'other' })).rejects.toThrow(IdempotencyKeyReused);
  clock.advance(31 * MINUTE);
  await expect(run(key)).rejects.toThrow(CheckoutOver);
});

test('a key whose order is paid is over', async () => {
  const { run, all, clock } = await shop();
  await run({ idempotencyKey: 'key-12345678' });
  all()[0]?.pay({ intentId: 'pi_1', provider: 'stripe' }, { at: clock.now(), actor: 'stripe' });
  await expect(run({ idempotencyKey: 'key-12345678' })).rejects.toThrow(CheckoutOver);
});

test('a browser’s earlier checkout is ended at the provider and settled, one that waits for a transfer counts as its own', async () => {
  const { run, all, provider, settled, own, orders } = await shop();
  await run({ browserId: 'one' });
  const [earlier] = all();
  await run({ browserId: 'one' });
  expect(provider.sessions.get(`session-${earlier?.id}`)?.outcome).toBe('expired');
  expect(settled).toEqual([[`session-${earlier?.id}`, 'buyer', 'stripe']]);
  expect(own.at(-1)).toEqual({ open: [earlier?.id], waiting: [] });
  expect(orders.all.size).toBe(2);
});

test('a checkout without a session ends when its browser comes back; a session that was opened meanwhile is ended', async () => {
  const { run, all, endOpen, settled, orders, provider } = await shop();
  await run({ browserId: 'one' });
  const [order] = all();
  const { sessionId } = order ?? {};
  Object.assign(order ?? {}, { sessionId: null });
  await endOpen.run('one');
  expect(orders.events.at(-1)).toMatchObject({ kind: 'expired', actor: 'buyer' });
  expect([order?.status, settled, provider.sessions.get(sessionId ?? '')?.outcome]).toEqual(['expired', [], 'open']);
  await run({ browserId: 'two' });
  const other = all()[1];
  const before = Object.assign(Object.create(Object.getPrototypeOf(other) as object) as object, other, { sessionId: null });
  orders.openOfBrowser = async () => [before as never];
  await endOpen.run('two');
  expect(settled).toEqual([[other?.sessionId, 'buyer', 'stripe']]);
});

test('of two calls with one key at the same time, the one that comes second finds the order of the first', async () => {
  const { run, orders, all } = await shop();
  const key = { idempotencyKey: 'key-12345678', browserId: 'one' };
  const first = await run(key);
  jest.spyOn(orders, 'ofIdempotencyKey').mockResolvedValueOnce(null);
  jest.spyOn(orders, 'openOfBrowser').mockResolvedValueOnce([]);
  expect(await run(key)).toEqual(first);
  expect(all()).toHaveLength(1);
});

test('a checkout that is gone when its browser comes back has nothing to end', async () => {
  const { run, all, endOpen, orders, settled } = await shop();
  await run({ browserId: 'one' });
  Object.assign(all()[0] ?? {}, { sessionId: null });
  orders.ofId = async () => null;
  await endOpen.run('one');
  expect(settled).toEqual([]);
});
