import { expect, test } from '@jest/globals';
import type { Wanted } from '../application/ports.ts';
import type { MakeStock } from './make-stock.ts';
import { revealedKeysContract } from './revealed-keys.contract.ts';

const HOUR = 3_600_000;
const text = (key: string) => ({ kind: 'text', key }) as const;

/** A stock with so many keys of the first product. */
async function filledStock(make: MakeStock, count: number) {
  const made = await make();
  const [product] = made.products;
  const keys = Array.from({ length: count }, (_, index) => ({ productId: product, secret: text(`KEY-${index}`) }));
  await made.inTransaction(() => made.stock.add(keys, { actor: 'test' }));
  return {
    ...made,
    product,
    until: () => new Date(made.clock.now().getTime() + HOUR),
    free: async () => (await made.stock.available([product])).get(product),
  };
}

/** What a KeyStock must do that asks others for what it lacks. */
export function elsewhereContract(make: MakeStock): void {
  test('what keys lack is taken elsewhere or nothing is, and what is there is the sum of both', async () => {
    const { stock, product, products, orders, until, free, inTransaction } = await filledStock(make, 3);
    const wanted = [
      { productId: product, quantity: 5 },
      { productId: products[1], quantity: 1 },
    ];
    const asked: Wanted[][] = [];
    const reserve = (lacking: ReadonlyMap<string, number>) =>
      inTransaction(() =>
        stock.reserve(orders[0], wanted, until(), async (missing) => {
          asked.push(missing.toSorted((one, other) => other.quantity - one.quantity));
          return lacking;
        }),
      );
    expect(Object.fromEntries(await reserve(new Map([[product, 1]])))).toEqual({ [product]: 4, [products[1]]: 0 });
    expect(await free()).toBe(3);
    expect((await reserve(new Map())).size).toBe(0);
    expect(await free()).toBe(0);
    const missing = [
      { productId: product, quantity: 2 },
      { productId: products[1], quantity: 1 },
    ];
    expect(asked).toEqual([missing, missing]);
  });
}

/** What every KeyStock must do. */
export function keyStockContract(make: MakeStock): void {
  const filled = (count: number) => filledStock(make, count);

  test('a key that the shop has already is reported by its index and not added', async () => {
    const { stock, product, free, inTransaction } = await filled(2);
    const repeats = await inTransaction(() =>
      stock.add(
        [
          { productId: product, secret: text('KEY-NEW') },
          { productId: product, secret: text(' KEY-1 ') },
        ],
        { actor: 'test' },
      ),
    );
    expect([...repeats]).toEqual([[1, 'same']]);
    expect(await free()).toBe(3);
  });

  test('reserved keys cannot be bought by others, but count for their own order', async () => {
    const { stock, product, orders, until, free, inTransaction } = await filled(3);
    expect((await inTransaction(() => stock.reserve(orders[0], [{ productId: product, quantity: 2 }], until()))).size).toBe(0);
    expect(await free()).toBe(1);
    expect((await stock.available([product], [orders[0]])).get(product)).toBe(3);
  });

  test('a reservation that cannot be met whole reserves nothing and shows what is there', async () => {
    const { stock, product, products, orders, until, free, inTransaction } = await filled(3);
    const short = await inTransaction(() =>
      stock.reserve(
        orders[0],
        [
          { productId: product, quantity: 2 },
          { productId: products[1], quantity: 1 },
        ],
        until(),
      ),
    );
    expect(Object.fromEntries(short)).toEqual({ [products[1]]: 0 });
    expect(await free()).toBe(3);
  });

  test('a lapsed reservation can be bought by others before anything cleans it up', async () => {
    const { stock, clock, product, orders, until, inTransaction } = await filled(1);
    await inTransaction(() => stock.reserve(orders[0], [{ productId: product, quantity: 1 }], until()));
    clock.advance(HOUR);
    expect((await inTransaction(() => stock.reserve(orders[1], [{ productId: product, quantity: 1 }], until()))).size).toBe(0);
    expect(await inTransaction(() => stock.allocate(orders[0], [{ line: 0, productId: product, quantity: 1 }]))).toBe(false);
  });

  test('a prolonged reservation does not lapse at its first end', async () => {
    const { stock, clock, product, orders, until, free, inTransaction } = await filled(1);
    await inTransaction(() => stock.reserve(orders[0], [{ productId: product, quantity: 1 }], until()));
    await inTransaction(() => stock.prolong(orders[0], new Date(clock.now().getTime() + 2 * HOUR)));
    clock.advance(HOUR);
    expect(await inTransaction(() => stock.releaseLapsed())).toBe(0);
    expect(await free()).toBe(0);
  });

  test('releasing gives reserved keys back and leaves sold ones sold', async () => {
    const { stock, product, orders, until, free, inTransaction } = await filled(3);
    await inTransaction(() => stock.reserve(orders[0], [{ productId: product, quantity: 1 }], until()));
    await inTransaction(() => stock.allocate(orders[0], [{ line: 0, productId: product, quantity: 1 }]));
    await inTransaction(() => stock.reserve(orders[1], [{ productId: product, quantity: 1 }], until()));
    await inTransaction(() => stock.release(orders[0]));
    await inTransaction(() => stock.release(orders[1]));
    expect(await free()).toBe(2);
  });

  test('an order gets its own reserved keys, one per slot that is named, and the same ones when it asks again', async () => {
    const { stock, product, orders, until, free, inTransaction } = await filled(4);
    await inTransaction(() => stock.reserve(orders[0], [{ productId: product, quantity: 3 }], until()));
    const lines = [
      { line: 0, productId: product, quantity: 2, slots: [0, 2] },
      { line: 1, productId: product, quantity: 1 },
    ];
    expect(await inTransaction(() => stock.allocate(orders[0], lines))).toBe(true);
    const { keys: first } = await stock.reveal(orders[0]);
    expect(first.map(({ line, slot }) => [line, slot])).toEqual([
      [0, 0],
      [0, 2],
      [1, 0],
    ]);
    expect(new Set(first.map(({ secret }) => JSON.stringify(secret))).size).toBe(3);
    expect(await inTransaction(() => stock.allocate(orders[0], lines))).toBe(true);
    expect(await stock.reveal(orders[0])).toEqual({ keys: first, hasMore: false });
    expect(await free()).toBe(1);
  });

  test('many orders get their reserved keys at once; one whose reservation is not whole gets none', async () => {
    const { stock, product, orders, until, free, inTransaction } = await filled(4);
    const paid = (orderId: string, quantity: number) => ({ orderId, lines: [{ line: 0, productId: product, quantity }] });
    for (const orderId of orders) await inTransaction(() => stock.reserve(orderId, [{ productId: product, quantity: 1 }], until()));
    expect(await inTransaction(() => stock.allocateReserved([paid(orders[0], 1), paid(orders[1], 2)]))).toEqual(new Set([orders[0]]));
    expect([await stock.reveal(orders[0]), await stock.reveal(orders[1])]).toMatchObject([{ keys: [{ line: 0, slot: 0 }] }, { keys: [] }]);
    expect(await inTransaction(() => stock.allocateReserved([paid(orders[1], 1)]))).toEqual(new Set([orders[1]]));
    const revealed = await Promise.all(orders.map((orderId) => stock.reveal(orderId)));
    expect(new Set(revealed.flatMap(({ keys }) => keys).map(({ secret }) => JSON.stringify(secret))).size).toBe(2);
    expect(await free()).toBe(2);
    expect(await inTransaction(() => stock.allocateReserved([]))).toEqual(new Set());
  });

  test('an order whose reservation lapsed takes fresh stock while there is some', async () => {
    const { stock, clock, product, orders, until, inTransaction } = await filled(2);
    await inTransaction(() => stock.reserve(orders[0], [{ productId: product, quantity: 1 }], until()));
    clock.advance(HOUR);
    expect(await inTransaction(() => stock.releaseLapsed())).toBe(1);
    expect(await inTransaction(() => stock.allocate(orders[0], [{ line: 0, productId: product, quantity: 1 }]))).toBe(true);
    expect((await stock.reveal(orders[0])).keys).toHaveLength(1);
  });

  revealedKeysContract(make);

  /** Both orders wait for keys of the first product, the first one longer. */
  async function waiting(first: number, second: number, keys = 0) {
    const made = await filled(keys);
    const { stock, orders, product, until, inTransaction, clock } = made;
    await inTransaction(() => stock.wait(orders[0], [{ productId: product, quantity: first }], until()));
    clock.advance(1000);
    await inTransaction(() => stock.wait(orders[1], [{ productId: product, quantity: second }], until()));
    let count = 0;
    const upload = (pieces: number) =>
      inTransaction(() =>
        stock.add(
          Array.from({ length: pieces }, () => ({ productId: product, secret: text(`UPLOADED-${(count += 1)}`) })),
          { actor: 'test' },
        ),
      );
    return { ...made, upload };
  }

  test('new keys go to the oldest backorder, and none of them can be bought meanwhile', async () => {
    const { stock, orders, upload, free } = await waiting(2, 1, 1);
    expect(await free()).toBe(0);
    expect(await stock.filledWaits()).toEqual([]);
    await upload(1);
    expect(await stock.filledWaits()).toEqual([orders[0]]);
    await upload(3);
    expect(await stock.filledWaits()).toEqual([orders[0], orders[1]]);
    expect(await free()).toBe(2);
  });

  test('keys that were bought for an order go to it before backorders that wait longer, and what it does not need to those', async () => {
    const { stock, orders, product, inTransaction } = await waiting(1, 1);
    const bought = (...names: string[]) =>
      inTransaction(() =>
        stock.add(
          names.map((name) => ({ productId: product, secret: text(name) })),
          { actor: 'supplier', orderId: orders[1] },
        ),
      );
    await bought('BOUGHT-1');
    expect(await stock.filledWaits()).toEqual([orders[1]]);
    await bought('BOUGHT-2');
    expect(await stock.filledWaits()).toEqual([orders[0], orders[1]]);
  });

  test('a filled wait ends with its allocation, and a wait that is given up hands its keys to the next', async () => {
    const { stock, orders, product, upload, free, inTransaction } = await waiting(2, 1);
    await upload(1);
    await inTransaction(() => stock.release(orders[0]));
    expect(await stock.filledWaits()).toEqual([orders[1]]);
    expect(await inTransaction(() => stock.allocate(orders[1], [{ line: 0, productId: product, quantity: 1 }]))).toBe(true);
    expect(await stock.filledWaits()).toEqual([]);
    await upload(1);
    expect(await free()).toBe(1);
  });

  test('what a wait holds does not lapse', async () => {
    const { stock, clock, free, inTransaction } = await waiting(2, 1, 1);
    clock.advance(48 * HOUR);
    expect(await inTransaction(() => stock.releaseLapsed())).toBe(0);
    expect(await free()).toBe(0);
  });

  test('keys of a lapsed reservation go to a backorder, not to the next payment', async () => {
    const { stock, clock, product, orders, until, inTransaction } = await filled(1);
    await inTransaction(() => stock.reserve('somebody', [{ productId: product, quantity: 1 }], until()));
    await inTransaction(() => stock.wait(orders[0], [{ productId: product, quantity: 1 }], until()));
    clock.advance(HOUR);
    expect(await inTransaction(() => stock.allocate(orders[1], [{ line: 0, productId: product, quantity: 1 }]))).toBe(false);
    expect(await stock.filledWaits()).toEqual([orders[0]]);
  });
}
