import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { Transaction } from '../../../shared/ports.ts';
import { Orders } from '../../orders/index.ts';
import { unpaidOrder } from '../../orders/testing/order-builder.ts';
import { KeyReturns } from '../application/returns/key-returns.ts';
import { KeyStock } from '../application/ports.ts';
import { SqlKeyStock } from './sql-key-stock.ts';
import { InMemoryKeyReturns } from '../testing/in-memory-key-returns.ts';
import { InMemoryKeyStock } from '../testing/in-memory-key-stock.ts';
import { keyReturnsContract } from '../testing/key-returns.contract.ts';
import { elsewhereContract, keyStockContract } from '../testing/key-stock.contract.ts';

export function sqlKeyStock(): void {
  let shop: TestShop;
  let products: string[];

  beforeAll(async () => {
    shop = await testShop();
    products = await addProducts(shop, [{ kinguinId: 1 }, { kinguinId: 2 }]);
    await shop.get(Transaction).run(async () => {
      for (const id of ['order-1', 'order-2']) await shop.get(Orders).save(unpaidOrder({ id }), []);
    });
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.database
      .query(`delete from allocation; delete from stock_key; delete from stock_change; delete from key_wait; update listing set stock = 0;
    delete from order_event; delete from shop_order where id not in ('order-1', 'order-2')`);
  });

  describe('on PostgreSQL', () => {
    const stocked = async (stock: KeyStock) => ({
      stock,
      clock: shop.clock,
      products: [products[0] ?? '', products[1] ?? ''] as [string, string],
      orders: ['order-1', 'order-2'] as [string, string],
      inTransaction: <T>(work: () => Promise<T>) => shop.get(Transaction).run(work),
    });
    keyStockContract(() => stocked(shop.get(KeyStock)));
    elsewhereContract(() => stocked(shop.get(SqlKeyStock)));
    keyReturnsContract(async () => ({
      stock: shop.get(KeyStock),
      returns: shop.get(KeyReturns),
      product: products[0] ?? '',
      orderId: 'order-1',
      inTransaction: (work) => shop.get(Transaction).run(work),
    }));
  });

  describe('the fake', () => {
    const stocked = async () => {
      const clock = new FixedClock();
      return {
        stock: new InMemoryKeyStock(clock),
        clock,
        products: ['product-1', 'product-2'] as [string, string],
        orders: ['order-1', 'order-2'] as [string, string],
        inTransaction: <T>(work: () => Promise<T>) => new PlainTransaction().run(work),
      };
    };
    keyStockContract(stocked);
    elsewhereContract(stocked);
    keyReturnsContract(async () => {
      const stock = new InMemoryKeyStock(new FixedClock());
      return {
        stock,
        returns: new InMemoryKeyReturns(stock.keys),
        product: 'product-1',
        orderId: 'order-1',
        inTransaction: (work) => new PlainTransaction().run(work),
      };
    });
  });

  test('stored keys have no readable text', async () => {
    const [product = ''] = products;
    await shop
      .get(Transaction)
      .run(() => shop.get(KeyStock).add([{ productId: product, secret: { kind: 'text', key: 'CANARY-12345' } }], { actor: 'test' }));
    const { rows } = await shop.database.query(`select stock_key::text as row, encode(ciphertext, 'escape') as bytes from stock_key`);
    expect(JSON.stringify(rows)).not.toContain('CANARY');
  });

  describe('beside a checkout of both products', () => {
    const until = () => new Date(shop.clock.now().getTime() + 60_000);
    /** The one that is locked first, and the other. */
    const inOrder = () => products.toSorted() as [string, string];
    const both = () => inOrder().map((productId) => ({ productId, quantity: 1 }));

    beforeEach(async () => {
      const keys = ['A', 'B'].flatMap((key) =>
        inOrder().map((productId) => ({ productId, secret: { kind: 'text', key: `${key}-${productId}` } as const })),
      );
      await shop.get(Transaction).run(() => shop.get(KeyStock).add(keys, { actor: 'test' }));
      await shop.get(Transaction).run(() => shop.get(KeyStock).reserve('order-1', both(), until()));
    });

    /** One transaction of two steps, with a whole checkout in between. */
    async function inTwoSteps(step: () => Promise<unknown>, next: () => Promise<unknown>): Promise<void> {
      const [stepped, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const whole = shop.get(Transaction).run(async () => {
        await step();
        stepped.resolve();
        await mayGoOn.promise;
        await next();
      });
      await Promise.race([stepped.promise, whole]);
      expect(await shop.get(Transaction).run(() => shop.get(KeyStock).reserve('order-2', both(), until()))).toEqual(new Map());
      mayGoOn.resolve();
      await whole;
    }

    test('an order gives back what it reserved for a line that is gone, and the checkout does not wait', async () => {
      const [, second] = inOrder();
      await inTwoSteps(
        () => shop.get(KeyStock).allocate('order-1', [{ line: 1, productId: second, quantity: 1 }]),
        () => shop.get(KeyStock).release('order-1'),
      );
    });

    test('the keys of an order are revoked line by line, and checkouts do not wait', async () => {
      const lines = both().map((one, line) => ({ ...one, line }));
      await shop.get(Transaction).run(() => shop.get(KeyStock).allocate('order-1', lines));
      await inTwoSteps(
        () => shop.get(KeyReturns).takeBack('order-1', [{ line: 1, slot: 0 }], 'burnt'),
        () => shop.get(KeyReturns).takeBack('order-1', [{ line: 0, slot: 0 }], 'burnt'),
      );
    });
  });

  test('of twenty concurrent orders for the last five keys five get one, and the others are refused', async () => {
    const [product = ''] = products;
    const stock = shop.get(KeyStock);
    const transaction = shop.get(Transaction);
    const orders = Array.from({ length: 20 }, (_, index) =>
      unpaidOrder({
        id: `storm-${index}`,
        expiresAt: new Date(shop.clock.now().getTime() + 60_000),
        lines: [{ ...unpaidOrder().lines[0]!, productId: product }],
      }),
    );
    await transaction.run(() =>
      stock.add(
        Array.from({ length: 5 }, (_, index) => ({ productId: product, secret: { kind: 'text', key: `STORM-${index}` } as const })),
        { actor: 'test' },
      ),
    );
    const until = new Date(shop.clock.now().getTime() + 60_000);
    const answers = await Promise.all(
      orders.map((order) =>
        transaction.run(async () => {
          const short = await stock.reserve(order.id, order.lines, until);
          if (short.size === 0) await shop.get(Orders).save(order, []);
          return short.size === 0;
        }),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(5);
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test('what a failed transaction reserved is free again', async () => {
    const [product = ''] = products;
    const stock = shop.get(KeyStock);
    const transaction = shop.get(Transaction);
    await transaction.run(() => stock.add([{ productId: product, secret: { kind: 'text', key: 'ONE' } }], { actor: 'test' }));
    const failing = transaction.run(async () => {
      await stock.reserve('order-1', [{ productId: product, quantity: 1 }], new Date(shop.clock.now().getTime() + 60_000));
      throw new Error('the process died');
    });
    await expect(failing).rejects.toThrow('the process died');
    expect((await stock.available([product])).get(product)).toBe(1);
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });
}
