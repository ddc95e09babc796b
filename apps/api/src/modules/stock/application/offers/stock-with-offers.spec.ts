import { describe, expect, jest, test } from '@jest/globals';
import { MOST_PER_LINE } from '@keyturn/shop-rules';
import type { Elsewhere } from '../ports.ts';
import { FixedClock, PlainTransaction } from '../../../../testing/fakes.ts';
import { InMemoryKeyOffers } from '../../testing/in-memory-key-offers.ts';
import { InMemoryKeyStock } from '../../testing/in-memory-key-stock.ts';
import { keyOffersContract } from '../../testing/key-offers.contract.ts';
import { keyStockContract } from '../../testing/key-stock.contract.ts';
import { OfferedKeys } from './offered-keys.ts';
import { stillShort } from './still-short.ts';
import { StockWithOffers } from './stock-with-offers.ts';

const MINUTE = 60_000;

describe('own keys without offers', () =>
  keyStockContract(async () => {
    const clock = new FixedClock();
    return {
      stock: new StockWithOffers(new InMemoryKeyStock(clock), new OfferedKeys()),
      clock,
      products: ['product-1', 'product-2'],
      orders: ['order-1', 'order-2'],
      inTransaction: (work) => new PlainTransaction().run(work),
    };
  }));

describe.each(['plain', 'registered'])('offers in memory, %s', (how) =>
  keyOffersContract(async () => {
    const clock = new FixedClock();
    const offers = new InMemoryKeyOffers(clock);
    offers.offered.set('product-1', 3).set('product-2', 1);
    const registered = new OfferedKeys();
    registered.use(offers);
    return {
      offers: how === 'plain' ? offers : registered,
      clock,
      products: ['product-1', 'product-2'],
      inTransaction: (work) => new PlainTransaction().run(work),
    };
  }),
);

async function shop(own: number, offered: number) {
  const clock = new FixedClock();
  const offers = new InMemoryKeyOffers(clock);
  offers.offered.set('product-1', offered);
  const keys = new InMemoryKeyStock(clock);
  const stock = new StockWithOffers(keys, offers);
  let made = 0;
  const add = (count: number) =>
    stock.add(
      Array.from({ length: count }, () => ({ productId: 'product-1', secret: { kind: 'text', key: `KEY-${(made += 1)}` } as const })),
      { actor: 'test' },
    );
  await add(own);
  return {
    stock,
    offers,
    clock,
    add,
    free: async () => [
      (await keys.available(['product-1'])).get('product-1'),
      (await offers.available(['product-1'], [])).get('product-1'),
      (await stock.available(['product-1'])).get('product-1'),
    ],
    reserve: (quantity: number, productId = 'product-1') =>
      stock.reserve('order-1', [{ productId, quantity }], new Date(clock.now().getTime() + MINUTE)),
  };
}

test('what can be bought is both together, up to what a line may hold', async () => {
  expect(await (await shop(2, 3)).free()).toEqual([2, 3, 5]);
  expect((await (await shop(2, 500)).free())[2]).toBe(MOST_PER_LINE);
});

test('of which there are enough own keys nobody is asked for more', async () => {
  const { stock, offers, add } = await shop(MOST_PER_LINE - 1, 3);
  const asked = jest.spyOn(offers, 'available');
  expect((await stock.available(['product-1'])).get('product-1')).toBe(MOST_PER_LINE);
  expect(asked.mock.calls).toEqual([[['product-1'], []]]);
  await add(1);
  expect((await stock.available(['product-1'])).get('product-1')).toBe(MOST_PER_LINE);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('while no module brings keys nothing is offered, and nothing committed', async () => {
  const nobody = new OfferedKeys();
  expect(await nobody.isCommitted('order-1')).toBe(false);
  expect([...(await nobody.commit('order-1', [{ productId: 'product-1', quantity: 2 }], new Date()))]).toEqual([['product-1', 0]]);
});

test('what is short is asked for elsewhere, where it is short and there is an elsewhere', async () => {
  const [pieces, elsewhere] = [new Map([['product-1', 3]]), jest.fn<Elsewhere>(async () => new Map([['product-1', 1]]))];
  const short = new Map([['product-1', 1]]);
  expect(await stillShort(short, pieces)).toBe(short);
  expect((await stillShort(new Map(), pieces, elsewhere)).size).toBe(0);
  expect(elsewhere).not.toHaveBeenCalled();
  expect([...(await stillShort(short, pieces, elsewhere))]).toEqual([['product-1', 2]]);
  expect(elsewhere).toHaveBeenCalledWith([{ productId: 'product-1', quantity: 2 }]);
});

test('own keys go first, and only what they lack is committed', async () => {
  const { reserve, free, stock } = await shop(2, 3);
  expect((await reserve(2)).size).toBe(0);
  expect([await free(), await stock.isCommitted('order-1')]).toEqual([[0, 3, 3], false]);
  await stock.release('order-1');
  expect((await reserve(4)).size).toBe(0);
  expect([await free(), await stock.isCommitted('order-1')]).toEqual([[0, 1, 1], true]);
  await stock.release('order-1');
  expect(await free()).toEqual([2, 3, 5]);
});

test('a reservation that both together cannot meet holds nothing and shows what both have', async () => {
  const { reserve, free } = await shop(2, 3);
  expect(Object.fromEntries(await reserve(6))).toEqual({ 'product-1': 5 });
  expect(await free()).toEqual([2, 3, 5]);
  expect(Object.fromEntries(await reserve(1, 'unknown'))).toEqual({ unknown: 0 });
});

test('a prolonged order keeps its own keys and its commitment, and one that waits keeps it for long', async () => {
  const { reserve, free, stock, clock } = await shop(1, 2);
  await reserve(2);
  await stock.prolong('order-1', new Date(clock.now().getTime() + 3 * MINUTE));
  clock.advance(2 * MINUTE);
  expect(await free()).toEqual([0, 1, 1]);
  await stock.wait('order-1', [{ productId: 'product-1', quantity: 2 }], new Date(clock.now().getTime() + MINUTE));
  clock.advance(1000 * MINUTE);
  expect(await free()).toEqual([0, 1, 1]);
});

test('an order that got its keys is promised nothing any more', async () => {
  const { reserve, free, stock, add } = await shop(1, 2);
  await reserve(2);
  const lines = [{ line: 0, productId: 'product-1', quantity: 2 }];
  expect(await stock.allocate('order-1', lines)).toBe(false);
  expect(await free()).toEqual([0, 1, 1]);
  await add(1);
  expect(await stock.allocate('order-1', lines)).toBe(true);
  expect(await free()).toEqual([0, 2, 2]);
});
