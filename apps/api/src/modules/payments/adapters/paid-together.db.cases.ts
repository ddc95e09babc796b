import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { withLogFields } from '../../../platform/logging/log-fields.ts';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { Mailer } from '../../../shared/ports.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { PaymentProvider } from '../application/ports.ts';
import { Settle } from '../application/settle.ts';
import { InMemoryPaymentProvider } from '../testing/in-memory-payments.ts';

const ORDERS = 12;

export function paidTogether(): void {
  const provider = new InMemoryPaymentProvider();
  const mailer = new RecordingMailer();
  let shop: TestShop;

  beforeAll(async () => {
    shop = await testShop({
      fakes: [
        { provide: PaymentProvider, useValue: provider },
        { provide: Mailer, useValue: mailer },
      ],
    });
    await addProducts(shop, [{ kinguinId: 1, keys: 3 * ORDERS }]);
  });
  afterAll(() => shop.close());

  test('orders that are paid at the same time are settled and mailed in few transactions, and each as if it were alone', async () => {
    const orders = await placed();
    const outcomes = await Promise.all(orders.map((order) => withLogFields({ requestId: `of ${order.id}` }, () => settle(order))));
    expect(new Set(outcomes)).toEqual(new Set(['paid']));
    expect(await transactions(orders)).toBeLessThanOrEqual(4);
    await Promise.all(orders.map(({ id }) => withLogFields({ requestId: `of ${id}` }, () => shop.get(SendMail).run(`${id}-keys-1`))));
    expect(await transactions(orders)).toBeLessThanOrEqual(4);

    expect(new Set((await rowsOf(orders)).map(({ status }) => status))).toEqual(new Set(['completed']));
    const keys = mailer.sent.map(({ text }) => /KEY-[\w-]+/.exec(text)?.[0]);
    expect([keys.length, new Set(keys).size]).toEqual([ORDERS, ORDERS]);
    const { rows } = await shop.database.query<{ order_id: string; origins: string[]; kinds: string[] }>(
      `select order_id, array_agg(distinct origin ->> 'requestId') as origins, array_agg(kind order by id) as kinds
      from order_event where kind <> 'placed' and order_id = any($1) group by order_id`,
      [orders.map(({ id }) => id)],
    );
    expect(rows).toHaveLength(ORDERS);
    for (const { order_id, origins, kinds } of rows)
      expect([origins, kinds]).toEqual([[`of ${order_id}`], ['paid', 'fulfilling', 'mail_sent', 'completed']]);
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test('an order that somebody holds locked waits alone', async () => {
    const orders = await placed();
    const [locked] = orders;
    await shop.database.query('begin');
    await shop.database.query('select from shop_order where id = $1 for update', [locked?.id]);
    const outcomes = orders.map((order) => settle(order));
    expect(await Promise.race([outcomes[0], Promise.all(outcomes.slice(1))])).toHaveLength(ORDERS - 1);
    await shop.database.query('rollback');
    expect(await outcomes[0]).toBe('paid');
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test('an order whose reserved key somebody holds locked waits alone', async () => {
    const orders = await placed();
    const [locked] = orders;
    await shop.database.query('begin');
    await shop.database.query('select from stock_key where order_id = $1 for update', [locked?.id]);
    const outcomes = orders.map((order) => settle(order));
    expect(await Promise.race([outcomes[0], Promise.all(outcomes.slice(1))])).toHaveLength(ORDERS - 1);
    await shop.database.query('rollback');
    expect(await outcomes[0]).toBe('paid');
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  interface Placed {
    readonly id: string;
    readonly session: string;
  }

  async function placed(): Promise<Placed[]> {
    const orders: Placed[] = [];
    for (let index = 0; index < ORDERS; index += 1) {
      const id = await buy(shop, provider, { email: `buyer-${index}@example.com`, isPaid: false });
      const { rows } = await shop.database.query<{ session_id: string }>('select session_id from shop_order where id = $1', [id]);
      orders.push({ id, session: rows[0]?.session_id ?? '' });
    }
    return orders;
  }

  function settle({ session }: Placed): Promise<string> {
    provider.become(session, { outcome: 'paid' });
    return shop.get(Settle).run(session, 'stripe', 'stripe');
  }

  const rowsOf = async (orders: readonly Placed[]) => {
    const { rows } = await shop.database.query<{ status: string; xmin: string }>(
      'select status, xmin::text as xmin from shop_order where id = any($1)',
      [orders.map(({ id }) => id)],
    );
    return rows;
  };

  /** How many transactions wrote these orders last. */
  const transactions = async (orders: readonly Placed[]) => new Set((await rowsOf(orders)).map(({ xmin }) => xmin)).size;
}
