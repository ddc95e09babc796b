import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.ts';
import { Transaction } from '../../../shared/ports.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { Catalogue } from '../../catalog/index.ts';
import { KeyStock } from '../application/ports.ts';
import { ApplyStockChanges, VerifyShownStock } from '../application/stock-changes.ts';

export function stockChanges(): void {
  let shop: TestShop;
  let products: string[];
  /** As another process does it: not in the transaction that is open. */
  const outside = AsyncLocalStorage.snapshot();

  beforeAll(async () => {
    shop = await testShop();
    products = await addProducts(shop, [{ kinguinId: 1 }, { kinguinId: 2 }]);
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.database.query('delete from stock_key; delete from key_wait; delete from stock_change; update listing set stock = 0');
    await inTransaction(() =>
      stock().add(
        products.flatMap((productId) => [1, 2, 3].map((key) => keyOf(productId, key))),
        { actor: 'test' },
      ),
    );
  });

  const stock = () => shop.get(KeyStock);
  const keyOf = (productId: string, key: number) => ({ productId, secret: { kind: 'text', key: `${productId}-${key}` } as const });
  const inTransaction = <T>(work: () => Promise<T>) => shop.get(Transaction).run(work);
  const inAnHour = () => new Date(shop.clock.now().getTime() + 3_600_000);
  const reserve = (orderId: string, quantity: number, productId = products[0] ?? '') =>
    inTransaction(() => stock().reserve(orderId, [{ productId, quantity }], inAnHour()));
  const shown = async () => {
    const levels = await shop.get(Catalogue).shownStock(products);
    return products.map((id) => levels.get(id));
  };
  const pending = async () => (await shop.database.query('select from stock_change')).rowCount;
  const apply = () => shop.get(ApplyStockChanges).run();

  test('new keys show at once, what is reserved and released shows once its differences are added up', async () => {
    expect(await shown()).toEqual([3, 3]);
    await reserve('order-1', 2);
    await reserve('order-2', 1);
    await inTransaction(() => stock().release('order-2'));
    expect(await shown()).toEqual([3, 3]);
    expect(await brokenInvariants(shop.database, shop.clock.now())).not.toContain(SHOWN);
    await apply();
    expect(await shown()).toEqual([1, 3]);
    expect(await pending()).toBe(0);
    expect(await brokenInvariants(shop.database, shop.clock.now())).not.toContain(SHOWN);
  });

  test('a product whose listing is held is left for the next time, and keeps no other waiting', async () => {
    await reserve('order-1', 2);
    await reserve('order-2', 2, products[1]);
    await inTransaction(async () => {
      await shop.get(Catalogue).lockListings([products[0] ?? '']);
      await outside(apply);
      expect(await shown()).toEqual([3, 1]);
    });
    await apply();
    expect(await shown()).toEqual([1, 1]);
  });

  test('keys that came back while a wait for them began go to it with the next round', async () => {
    const [product = ''] = products;
    await reserve('order-1', 3);
    await apply();
    // As after two transactions that did not see each other.
    await shop.database.query(`insert into key_wait values ('order-2', $1, 1, now(), now())`, [product]);
    await shop.database.query(`update stock_key set state = 'available', order_id = null, reserved_until = null
      where id = (select id from stock_key where order_id = 'order-1' limit 1)`);
    await apply();
    const { rows } = await shop.database.query(
      `select order_id, count(*)::int from stock_key where product_id = $1 group by 1 order by 1`,
      [product],
    );
    expect(rows).toEqual([
      { order_id: 'order-1', count: 2 },
      { order_id: 'order-2', count: 1 },
    ]);
    await apply();
    expect(await shown()).toEqual([0, 3]);
  });

  test('a shown number that differs from the keys is corrected, reported and counted once, whatever is pending', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    try {
      await reserve('order-1', 2);
      await shop.database.query('update listing set stock = 9 where product_id = $1', [products[1]]);
      expect(await shop.get(VerifyShownStock).run()).toBe(1);
      expect(error).toHaveBeenCalledWith(expect.objectContaining({ productId: products[1], shown: 9, counted: 3 }));
      expect(await shop.get(VerifyShownStock).run()).toBe(0);
    } finally {
      error.mockRestore();
    }
    expect(await shown()).toEqual([3, 3]);
    await apply();
    expect(await shown()).toEqual([1, 3]);
    expect(await shop.get(Metrics).text()).toMatch(/^keyturn_stock_corrections_total 1$/m);
  });
}

const SHOWN = 'the stock that lists show is, with what is pending, what the rows say';
