import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Transaction } from '../../../shared/ports.ts';
import { CountingIds, FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { mailboxOf } from '../../../shared/mailbox.ts';
import { KeyReveals } from '../application/views/key-reveals.ts';
import { OrderVisits } from '../application/views/order-visits.ts';
import { BoughtPieces, Orders } from '../application/ports.ts';
import { Refunds } from '../application/refunds.ts';
import { boughtPiecesContract } from '../testing/bought-pieces.contract.ts';
import { InMemoryBoughtPieces } from '../testing/in-memory-bought-pieces.ts';
import { InMemoryOrderVisits } from '../testing/in-memory-order-visits.ts';
import { InMemoryOrders } from '../testing/in-memory-orders.ts';
import { unpaidOrder } from '../testing/order-builder.ts';
import { orderVisitsContract } from '../testing/order-visits.contract.ts';
import { ordersContract } from '../testing/orders.contract.ts';
import { refundsContract } from '../testing/refunds.contract.ts';

/** With the ids of the browsers that placed them. The second has lost it by its age. */
const ORDERS: ReadonlyMap<string, string> = new Map([
  ['order-1', 'browser-1'],
  ['order-2', ''],
]);

export function orderCases(): void {
  describe('on PostgreSQL', () => {
    let shop: TestShop;
    const inTransaction = <T>(work: () => Promise<T>) => shop.get(Transaction).run(work);

    beforeAll(async () => {
      shop = await testShop();
    });
    afterAll(() => shop.close());
    // Views of keys are only ever added to, save by the functions that erase people.
    beforeEach(() =>
      shop.database.query(`begin; set local keyturn.erases = 'key_reveal'; delete from order_visit; delete from key_reveal;
        delete from order_event; delete from order_refund; delete from shop_order; commit`),
    );

    ordersContract(async () => ({ orders: shop.get(Orders), clock: shop.clock, inTransaction }));
    boughtPiecesContract(async () => ({ orders: shop.get(Orders), bought: shop.get(BoughtPieces), inTransaction }));
    orderVisitsContract(async () => {
      for (const [id, browserId] of ORDERS) await inTransaction(() => shop.get(Orders).save(unpaidOrder({ id, browserId }), []));
      const reveal = (orderId: string) =>
        shop.get(KeyReveals).add({ orderId, viewer: 'guest', address: '192.0.2.1', at: shop.clock.now() });
      return { visits: shop.get(OrderVisits), orderIds: ['order-1', 'order-2'], reveal };
    });

    refundsContract(async () => {
      for (const id of ['order-1', 'order-2']) await inTransaction(() => shop.get(Orders).save(unpaidOrder({ id }), []));
      return { refunds: shop.get(Refunds), clock: shop.clock };
    });

    test('the database and the code know the same mailbox of an address', async () => {
      const emails = ['Ada@Example.com ', 'ada+a+b@example.com', 'A.d.a+x@GoogleMail.com', '+tag@example.com', 'nobody', '@gmail.com'];
      const { rows } = await shop.database.query<{ mailbox: string }>(
        'select mailbox_of(email) as mailbox from unnest($1::text[]) as email',
        [emails],
      );
      expect(rows.map(({ mailbox }) => mailbox)).toEqual(emails.map(mailboxOf));
    });

    test('orders that are read at the same time come by one statement, each as it is now', async () => {
      const orders = shop.get(Orders);
      for (const id of ['order-1', 'order-2']) await inTransaction(() => orders.save(unpaidOrder({ id }), []));
      const read = () => Promise.all(['order-1', 'nobody', 'order-2'].map((id) => orders.ofId(id)));
      expect((await read()).map((order) => order?.status)).toEqual(['pending', undefined, 'pending']);
      await shop.database.query(`update shop_order set status = 'expired' where id = 'order-2'`);
      expect((await read()).map((order) => order?.status)).toEqual(['pending', undefined, 'expired']);
    });

    test('an order that another transaction has locked is left out, and holds up nobody', async () => {
      const orders = shop.get(Orders);
      for (const id of ['order-1', 'order-2']) await inTransaction(() => orders.save(unpaidOrder({ id }), []));
      await shop.database.query('begin');
      try {
        await shop.database.query(`select from shop_order where id = 'order-1' for update`);
        expect([...(await inTransaction(() => orders.unlockedForUpdate(['order-1', 'order-2']))).keys()]).toEqual(['order-2']);
      } finally {
        await shop.database.query('rollback');
      }
    });

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
    boughtPiecesContract(async () => {
      const orders = new InMemoryOrders(new FixedClock());
      return { orders, bought: new InMemoryBoughtPieces(orders), inTransaction };
    });
    orderVisitsContract(async () => {
      const ids = new CountingIds();
      return {
        visits: new InMemoryOrderVisits((id) => ORDERS.get(id)),
        orderIds: ['order-1', 'order-2'],
        reveal: async () => ids.next(),
      };
    });
  });
}
