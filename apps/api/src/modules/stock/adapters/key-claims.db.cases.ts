import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { Transaction } from '../../../shared/ports.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { type Asked, recorded, rowsRead } from '../../../testing/plans/statement-plans.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { untilOneWaits } from '../../../testing/until.ts';
import { Orders } from '../../orders/index.ts';
import { unpaidOrder } from '../../orders/testing/order-builder.ts';
import { KeyStock } from '../application/ports.ts';
import { ApplyStockChanges } from '../application/stock-changes.ts';

const MANY = 20_000;

export function keyClaims(): void {
  let shop: TestShop;
  let products: string[];

  beforeAll(async () => {
    shop = await testShop();
    products = await addProducts(shop, [{ kinguinId: 1 }, { kinguinId: 2 }]);
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.database.query(`delete from allocation; delete from stock_key; delete from stock_change; delete from key_wait;
      delete from order_event; delete from shop_order; update listing set stock = 0`);
  });

  /** Open checkouts of a failed test would hold their keys until the end. */
  const opened: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of opened.splice(0)) await end();
  });

  const stock = () => shop.get(KeyStock);
  const inTransaction = <T>(work: () => Promise<T>) => shop.get(Transaction).run(work);
  const until = () => new Date(shop.clock.now().getTime() + 60_000);
  const add = (count: number, productId = products[0] ?? '') =>
    inTransaction(() =>
      stock().add(
        Array.from({ length: count }, (_, key) => ({ productId, secret: { kind: 'text', key: `${productId}-${key}` } as const })),
        { actor: 'test' },
      ),
    );
  const orderOf = (id: string, wanted: readonly { productId: string; quantity: number }[]) =>
    unpaidOrder({ id, expiresAt: until(), lines: wanted.map((one) => ({ ...unpaidOrder().lines[0]!, ...one })) });

  /** Reserves and stores the order, as a checkout does. Returns whether it got all. */
  async function placed(id: string, wanted: readonly { productId: string; quantity: number }[]): Promise<boolean> {
    const short = await stock().reserve(id, wanted, until());
    if (short.size === 0) await shop.get(Orders).save(orderOf(id, wanted), []);
    return short.size === 0;
  }
  const checkout = (id: string, quantity = 1) => inTransaction(() => placed(id, [{ productId: products[0] ?? '', quantity }]));

  /** A checkout that holds its keys until the test ends it. */
  async function openCheckout(id: string, quantity = 1) {
    const [holds, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const whole = inTransaction(async () => {
      await placed(id, [{ productId: products[0] ?? '', quantity }]);
      holds.resolve();
      await ends.promise;
    }).catch((error: unknown) => error);
    await Promise.race([holds.promise, whole]);
    const ended = { commits: () => (ends.resolve(), whole), fails: () => (ends.reject(new Error('the process died')), whole) };
    opened.push(ended.fails);
    return ended;
  }

  test('two checkouts of one product do not wait for each other', async () => {
    await add(2);
    const first = await openCheckout('first');
    expect(await checkout('second')).toBe(true);
    await first.commits();
    const { rows } = await shop.database.query('select order_id from stock_key order by added_at, id');
    expect(rows).toEqual([{ order_id: 'first' }, { order_id: 'second' }]);
  });

  test.each([
    ['gives the last key back', 'fails', true],
    ['keeps the last key', 'commits', false],
  ] as const)('a checkout waits for one that has the last key in hand, and that one %s', async (_what, end, isPlaced) => {
    await add(1);
    const first = await openCheckout('first');
    const second = checkout('second');
    await untilOneWaits(shop.database);
    await first[end]();
    expect(await second).toBe(isPlaced);
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test('after the lock timeout for the last key a checkout is refused, and its transaction continues', async () => {
    await add(2);
    const first = await openCheckout('first', 2);
    await inTransaction(async () => {
      expect(await placed('second', [{ productId: products[0] ?? '', quantity: 1 }])).toBe(false);
      expect((await stock().available(products)).get(products[0] ?? '')).toBe(2);
    });
    await first.fails();
    expect(await checkout('second', 2)).toBe(true);
  });

  test('keys of a product with backorders are not sold to others, even if they are listed for a moment', async () => {
    await add(1);
    await shop.database.query(`insert into key_wait values ('waits', $1, 1, now(), now())`, [products[0]]);
    expect(await checkout('other')).toBe(false);
    expect((await shop.database.query('select order_id from stock_key')).rows).toEqual([{ order_id: 'waits' }]);
    expect(await stock().filledWaits()).toEqual(['waits']);
  });

  test('orders of both products in any order, that commit, fail, are given up or paid late, end without a deadlock and break no promise', async () => {
    for (const id of products) await add(12, id);
    const ways = ['commits', 'fails', 'is given up', 'is paid'] as const;
    const ended = await Promise.allSettled(
      Array.from({ length: 60 }, async (_, index) => {
        const id = `storm-${index}`;
        const way = ways[index % ways.length];
        const wanted = (index % 3 === 0 ? products.toReversed() : products).map((productId) => ({ productId, quantity: 1 + (index % 2) }));
        const isPlaced = await inTransaction(async () => {
          const got = await placed(id, wanted);
          if (way === 'fails') throw new Error('the process died');
          return got;
        });
        if (isPlaced && way !== 'commits') await inTransaction(() => (way === 'is paid' ? paid(id, wanted) : given(id)));
      }),
    );
    const errors = ended.flatMap((one) => (one.status === 'rejected' ? [String((one.reason as Error).message)] : []));
    expect([...new Set(errors)]).toEqual(['the process died']);
    await shop.get(ApplyStockChanges).run();
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test('a late payment that frees a lapsed reservation and waits, and the end of that reservation, do not wait for each other', async () => {
    const [product = ''] = products;
    await add(1);
    await checkout('lapsed');
    shop.clock.advance(120_000);
    const [isShort, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = inTransaction(async () => {
      expect(await stock().allocate('late', [{ productId: product, quantity: 2, line: 0 }])).toBe(false);
      isShort.resolve();
      await goesOn.promise;
      await stock().wait('late', [{ productId: product, quantity: 2 }], until());
    });
    await isShort.promise;
    await shop.database.query(`insert into key_wait values ('waits', $1, 1, now(), now())`, [product]);
    const end = inTransaction(() => stock().release('lapsed'));
    await untilOneWaits(shop.database);
    goesOn.resolve();
    expect((await Promise.allSettled([late, end])).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });

  /** As a payment after its reservation was released: other keys, or none. */
  async function paid(id: string, wanted: readonly { productId: string; quantity: number }[]): Promise<void> {
    await stock().release(id);
    const isSold = await stock().allocate(
      id,
      wanted.map((one, line) => ({ ...one, line })),
    );
    const events = isSold ? ['paid', 'fulfilling'] : ['expired'];
    await shop.database.query(`update shop_order set status = $2, paid_at = $3 where id = $1`, [
      id,
      isSold ? 'disputed' : 'expired',
      isSold ? shop.clock.now() : null,
    ]);
    for (const kind of [...events, 'disputed'])
      await shop.database.query(`insert into order_event (order_id, kind, actor, at) values ($1, $2, 'test', now())`, [id, kind]);
  }

  async function given(id: string): Promise<void> {
    await stock().release(id);
    await shop.database.query(`update shop_order set status = 'expired' where id = $1`, [id]);
    await shop.database.query(`insert into order_event (order_id, kind, actor, at) values ($1, 'expired', 'test', now())`, [id]);
  }

  test('keys taken without a lock are sold twice: the check can fail', async () => {
    await add(1);
    const ask = pg.Client.prototype.query as (...words: unknown[]) => unknown;
    const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...words: unknown[]) {
      const [text, ...values] = words;
      const unlocked = typeof text === 'string' ? text.replaceAll(/for no key update( skip locked)?/g, '') : text;
      return ask.call(this, unlocked, ...values) as undefined;
    });
    const guarded = (how: string) => shop.database.query(`alter table stock_key ${how} trigger stock_key_is_reserved`);
    try {
      await guarded('disable');
      const first = await openCheckout('first');
      const second = checkout('second');
      await untilOneWaits(shop.database);
      await first.commits();
      expect(await second).toBe(true);
      expect(await brokenInvariants(shop.database, shop.clock.now())).toContain('an order whose payment page is open holds all its keys');
    } finally {
      spy.mockRestore();
      await guarded('enable');
    }
    await expect(shop.database.query(`update stock_key set order_id = 'another' where state = 'reserved'`)).rejects.toThrow(
      'This key is reserved for another order.',
    );
  });

  test(`a reservation and a sale read a handful of rows among ${MANY} keys, of which thousands are sold and thousands reserved`, async () => {
    const [product = ''] = products;
    await shop.database.query(
      `insert into stock_key (id, product_id, kind, ciphertext, nonce, key_version, fingerprint, state, order_id, reserved_until, added_at, added_by)
      select 'many-' || lpad(i::text, 8, '0'), $1, 'text', '', '', 1, decode(md5(i::text), 'hex'), state,
        case when state <> 'available' then 'order-' || i end, case when state = 'reserved' then $3::timestamptz + interval '1 hour' end, $3, 'test'
      from generate_series(1, $2) i
        cross join lateral (select case when i <= $2 / 4 then 'sold' when i <= $2 / 2 then 'reserved' else 'available' end as state) became`,
      [product, MANY, shop.clock.now()],
    );
    // As autovacuum does, in its own time.
    await shop.database.query('analyze stock_key');
    const asked = await recorded(shop, async () => {
      await checkout('first', 2);
      await inTransaction(() => stock().allocate('first', [{ line: 0, productId: product, quantity: 2 }]));
      await stock().available([product]);
      await stock().available([product], ['order-9000', 'order-9001']);
      await inTransaction(() => stock().release('order-9000'));
      await inTransaction(() => stock().releaseLapsed());
    });
    const ofKeys = asked.filter(({ text }) => text.includes('stock_key'));
    expect(ofKeys.length).toBeGreaterThan(4);
    for (const one of ofKeys) expect([one.text, await keysRead(one)]).toEqual([one.text, expect.any(Number)]);
  });

  /** How many rows of keys a statement reads, in a transaction that is rolled back. @throws if they are many */
  async function keysRead(asked: Asked): Promise<number> {
    await shop.database.query('begin');
    try {
      // Repeats the committed statement.
      await shop.database.query('delete from allocation');
      const read = await rowsRead(shop, asked, /^stock_key$/);
      if (read > 250) throw new Error(`${read} rows: ${asked.text}`);
      return read;
    } finally {
      await shop.database.query('rollback');
    }
  }
}
