import { expect, jest, test } from '@jest/globals';
import { FixedClock } from '../../../testing/fakes.ts';
import type { Offer } from '../../catalog/index.ts';
import { InMemoryCatalogue } from '../../catalog/testing/in-memory-catalogue.ts';
import { InMemoryBoughtPieces } from '../../orders/testing/in-memory-bought-pieces.ts';
import { InMemoryOrders } from '../../orders/testing/in-memory-orders.ts';
import { orderLine, unpaidOrder } from '../../orders/testing/order-builder.ts';
import { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { InMemoryCustomerLimits } from '../testing/in-memory-customer-limits.ts';
import { CheckCart, ownOrders, type WantedLine } from './check-cart.ts';

const DAY_MS = 86_400_000;
const MINE = 'browser-1';
const price = (listMinor: number, discountedMinor: number | null = null) => ({ listMinor, discountedMinor });

/** `moon`, ten keys of which are free for 8 euros instead of 10, and `sun`, one for 5 euros. */
async function shop(change: Partial<Offer> = {}) {
  const offer = (id: string, prices: Offer['prices']): Offer => {
    const texts = { name: id, platform: 'Steam', category: 'Game', coverImage: 'images/00-320.webp' };
    return { productId: id, ref: { type: 'game', id }, ...texts, prices, limitPerBasket: null, activation: {} };
  };
  const moon = {
    ...offer('moon', { Eur: price(1000, 800), Usd: price(1100), Pln: price(4300, 4000), Gbp: price(900) }),
    ...change,
  };
  const sun = offer('sun', { Eur: price(500), Usd: price(550), Pln: price(2150), Gbp: price(450) });
  const clock = new FixedClock();
  const stock = new InMemoryKeyStock(clock);
  const addKeys = (productId: string, count: number) =>
    stock.add(Array.from({ length: count }, (_, key) => ({ productId, secret: { kind: 'text', key: `${productId}-${key}` } })));
  await addKeys('moon', 10);
  await addKeys('sun', 1);
  const limits = new InMemoryCustomerLimits();
  const orders = new InMemoryOrders(clock);
  const bought = new InMemoryBoughtPieces(orders);
  const check = new CheckCart(new InMemoryCatalogue([{ offer: moon }, { offer: sun }]), stock, limits, bought, clock);

  /** An unpaid order of `moon` with its keys reserved, of the browser whose cart is checked if nothing else is said. */
  const order = async (id: string, quantity: number, { browserId = MINE, isWaiting = false } = {}) => {
    const placed = unpaidOrder({ id, browserId, lines: [orderLine({ productId: 'moon', quantity })], at: clock.now() });
    if (isWaiting) placed.waitForTransfer();
    await orders.save(placed, []);
    await stock.reserve(id, [{ productId: 'moon', quantity }], placed.expiresAt);
    return placed;
  };
  const run = async (lines: readonly WantedLine[], context: object = {}, currency: 'Eur' | 'Usd' = 'Eur') => {
    const buyer = { country: null, email: 'ada@example.com', userId: null, clientAddress: '192.0.2.1', isBuying: false };
    return check.run(lines, currency, ownOrders(await orders.openOfBrowser(MINE)), { ...buyer, ...context });
  };
  /** The only line of a cart of `moon`. */
  const line = async (quantity: number, context: object = {}) => (await run([wanted('moon', quantity)], context)).lines[0];
  const limit = (pieces: number, days: number, product = 'moon') => limits.put(product, { pieces, days });
  return { clock, moon, bought, addKeys, order, run, line, limit };
}

const wanted = (id: string, quantity: number, rememberedMinor: number | null = null): WantedLine => ({
  ref: { type: 'game', id },
  quantity,
  rememberedMinor,
});

test('what can be bought as it is costs what is charged for each piece, in the currency of the cart', async () => {
  const { run, moon } = await shop();
  const cart = await run([wanted('moon', 2), wanted('sun', 1)]);
  expect(cart.lines[0]).toEqual({
    ref: { type: 'game', id: 'moon' },
    status: 'ok',
    activation: 'yes',
    quantity: 2,
    offer: moon,
    unitMinor: 800,
    free: 10,
    isHeldByOwnTransfer: false,
    customerLimit: null,
  });
  expect(cart.lines[1]).toMatchObject({ status: 'ok', unitMinor: 500, free: 1 });
  expect(cart.totalMinor).toBe(2100);
  expect(await run([wanted('moon', 2), wanted('sun', 1)], {}, 'Usd')).toMatchObject({ totalMinor: 2750 });
});

test('a product that is not offered is removed, and the total is that of the others', async () => {
  const { run } = await shop();
  const { lines, totalMinor } = await run([wanted('gone', 3), wanted('sun', 1)]);
  expect(lines[0]).toEqual({
    ref: { type: 'game', id: 'gone' },
    status: 'removed',
    activation: 'unknown',
    quantity: 0,
    offer: null,
    unitMinor: 0,
    free: 0,
    isHeldByOwnTransfer: false,
    customerLimit: null,
  });
  expect(totalMinor).toBe(500);
});

test.each([
  [10, null, 10, 'ok'],
  [11, null, 10, 'adjusted'],
  [3, 3, 3, 'ok'],
  [4, 3, 3, 'adjusted'],
  [20, 15, 10, 'adjusted'],
])('of 10 keys, who wants %s where a basket may hold %s gets %s: %s', async (quantity, limitPerBasket, most, status) => {
  const { line } = await shop({ limitPerBasket });
  expect(await line(quantity)).toMatchObject({ quantity: most, status, free: 10, isHeldByOwnTransfer: false, customerLimit: null });
});

test('a line holds 99 pieces at most, whatever the stock', async () => {
  const { addKeys, line } = await shop();
  await addKeys('moon', 120);
  expect([await line(99), await line(100)]).toMatchObject([
    { quantity: 99, status: 'ok' },
    { quantity: 99, status: 'adjusted' },
  ]);
});

test('several lines of one product are one line, with the price that the first of them remembers', async () => {
  const { run } = await shop();
  const { lines, totalMinor } = await run([wanted('moon', 2, 800), wanted('sun', 1), wanted('moon', 3, 700), wanted('moon', 1)]);
  expect(lines).toMatchObject([
    { ref: { id: 'moon' }, quantity: 6, status: 'ok' },
    { ref: { id: 'sun' }, quantity: 1, status: 'ok' },
  ]);
  expect(totalMinor).toBe(5300);
});

test.each([
  [2, 800, 'ok'],
  [2, 1000, 'repriced'],
  [2, null, 'ok'],
  [11, 1000, 'adjusted'],
])('%s pieces of which the browser remembers the price %s are %s, and cost what they cost now', async (quantity, remembered, status) => {
  const { run } = await shop();
  expect((await run([wanted('moon', quantity, remembered)])).lines).toMatchObject([{ status, unitMinor: 800 }]);
});

test.each([
  ['DE', false, 'yes', 'ok'],
  ['PL', false, 'no', 'region'],
  ['PL', true, 'no', 'ok'],
  [null, false, 'unknown', 'ok'],
])(
  'a product not for Poland, with a buyer in %s, for somebody elsewhere: %s, activates: %s',
  async (country, isElsewhere, activation, status) => {
    const { line } = await shop({ activation: { countryLimitation: ['PL'] } });
    expect(await line(1, { country, isElsewhere })).toMatchObject({ activation, status, quantity: 1 });
  },
);

test('a line that is short and cannot be activated says that it cannot; without a key it is removed', async () => {
  const { line, order } = await shop({ activation: { countryLimitation: ['PL'] } });
  expect(await line(11, { country: 'PL' })).toMatchObject({ status: 'region', quantity: 10 });
  await order('theirs', 10, { browserId: 'browser-2' });
  expect(await line(1, { country: 'PL' })).toMatchObject({ status: 'removed', quantity: 0, free: 0 });
});

test('what an open checkout of the browser reserves can be bought, and what that of another one does, not', async () => {
  const { line, order } = await shop();
  await order('mine', 4);
  await order('theirs', 3, { browserId: 'browser-2' });
  expect([await line(7), await line(8)]).toMatchObject([
    { quantity: 7, free: 7, status: 'ok', isHeldByOwnTransfer: false },
    { quantity: 7, free: 7, status: 'adjusted', isHeldByOwnTransfer: false },
  ]);
});

test('what waits for the buyer’s own transfer cannot be bought, and a line that would be whole with it says why', async () => {
  const { line, order } = await shop();
  await order('open', 4);
  await order('waiting', 4, { isWaiting: true });
  expect([await line(6), await line(7), await line(11)]).toMatchObject([
    { quantity: 6, free: 6, status: 'ok', isHeldByOwnTransfer: false },
    { quantity: 6, free: 6, status: 'adjusted', isHeldByOwnTransfer: true },
    { quantity: 6, free: 6, status: 'adjusted', isHeldByOwnTransfer: true },
  ]);
});

test('of a product that is limited per customer, what he has bought in so many days is taken off', async () => {
  const { line, limit, order, clock } = await shop();
  await limit(3, 7);
  await order('earlier', 2, { browserId: 'browser-2' });
  const customerLimit = { pieces: 3, days: 7 };
  expect([await line(1), await line(2)]).toMatchObject([
    { quantity: 1, status: 'ok', customerLimit: null },
    { quantity: 1, status: 'adjusted', customerLimit },
  ]);
  await order('another', 1, { browserId: 'browser-2' });
  expect(await line(1)).toMatchObject({ quantity: 0, status: 'removed', customerLimit, isHeldByOwnTransfer: false });
  clock.advance(7 * DAY_MS + 1);
  expect(await line(3)).toMatchObject({ quantity: 3, status: 'ok' });
});

test('the limit is named where it leaves less than the stock, not where both leave the same', async () => {
  const { line, limit } = await shop();
  await limit(10, 7);
  expect(await line(11)).toMatchObject({ quantity: 10, status: 'adjusted', customerLimit: null });
});

test('the open checkout that ends before the purchase does not count for the limit, and one that waits for a transfer does', async () => {
  const { line, limit, order } = await shop();
  await limit(3, 7);
  await order('open', 1);
  expect(await line(3)).toMatchObject({ quantity: 3, status: 'ok' });
  await order('waiting', 1, { isWaiting: true });
  expect(await line(3)).toMatchObject({ quantity: 2, status: 'adjusted' });
});

test('a checkout of the same browser that is open once the buyer has ended his counts for the limit: it came at the same moment', async () => {
  const { line, limit, order, bought } = await shop();
  const of = jest.spyOn(bought, 'of');
  await limit(3, 7);
  await order('parallel', 2);
  expect(await line(3, { isBuying: true })).toMatchObject({ quantity: 1, status: 'adjusted', customerLimit: { pieces: 3, days: 7 } });
  expect(of).toHaveBeenLastCalledWith(expect.anything(), expect.anything(), []);
});

test('only who buys a limited product waits for his other checkouts', async () => {
  const { run, limit, bought } = await shop();
  const locked = jest.spyOn(bought, 'lock');
  await limit(3, 7);
  await run([wanted('moon', 1)]);
  await run([wanted('sun', 1)], { isBuying: true });
  expect(locked.mock.calls).toEqual([]);
  await run([wanted('moon', 1)], { isBuying: true });
  expect(locked.mock.calls).toMatchObject([[{ email: 'ada@example.com', userId: null, clientAddress: '192.0.2.1' }]]);
});
