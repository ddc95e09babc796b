import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import { Transaction } from '../../../shared/ports.ts';
import { FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { Orders } from '../application/ports.ts';
import { InMemoryOrders } from '../testing/in-memory-orders.ts';
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
  });

  describe('the fakes', () => {
    const inTransaction = <T>(work: () => Promise<T>) => new PlainTransaction().run(work);

    ordersContract(async () => {
      const clock = new FixedClock();
      return { orders: new InMemoryOrders(clock), clock, inTransaction };
    });
  });
}
