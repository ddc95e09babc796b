import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Transaction } from '../../../shared/ports.ts';
import { FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { Orders } from '../application/ports.ts';
import { InMemoryOrders } from '../testing/in-memory-orders.ts';
import { unpaidOrder } from '../testing/order-builder.ts';
import { ordersContract } from '../testing/orders.contract.ts';

export function orderCases(): void {
  describe('on PostgreSQL', () => {
    let shop: TestShop;
    const inTransaction = <T>(work: () => Promise<T>) => shop.get(Transaction).run(work);

    beforeAll(async () => {
      shop = await testShop();
    });
    afterAll(() => shop.close());
    beforeEach(() => shop.database.query('delete from order_event; delete from shop_order'));

    ordersContract(async () => ({ orders: shop.get(Orders), clock: shop.clock, inTransaction }));

    test('an order that a process of an older version places without the name of a provider is one of the provider that it asks', async () => {
      const orders = shop.get(Orders);
      await inTransaction(() => orders.save(unpaidOrder({ paymentProvider: 'imaginary' }), []));
      const older = JSON.stringify({ id: 'order-2', number: 'KT-2', payment_provider: null });
      await shop.database.query('insert into shop_order select (jsonb_populate_record(o, $1)).* from shop_order o', [older]);
      const named = [await orders.ofId('order-1'), await orders.ofId('order-2')].map((order) => order?.paymentProvider);
      expect(named).toEqual(['imaginary', 'stripe']);
    });
  });

  describe('the fakes', () => {
    const inTransaction = <T>(work: () => Promise<T>) => new PlainTransaction().run(work);

    ordersContract(async () => {
      const clock = new FixedClock();
      return { orders: new InMemoryOrders(clock), clock, inTransaction };
    });
  });
}
