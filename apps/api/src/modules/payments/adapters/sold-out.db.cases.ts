import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { Mailer } from '../../../shared/ports.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { addProducts } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { FulfilBackorders } from '../../orders/index.ts';
import { AddKeys } from '../../stock/index.ts';
import { RequeueOverdueJobs } from '../application/requeue-overdue-jobs.ts';
import { PaymentProvider } from '../application/ports.ts';
import { RefundPayment } from '../application/refunds/refund-payment.ts';
import { Settle } from '../application/settle.ts';
import { InMemoryPaymentProvider } from '../testing/in-memory-payments.ts';

const HOUR = 3_600_000;

export function soldOut(): void {
  const provider = new InMemoryPaymentProvider();
  const mailer = new RecordingMailer();
  let shop: TestShop;
  let product: string;

  beforeAll(async () => {
    shop = await testShop({
      fakes: [
        { provide: PaymentProvider, useValue: provider },
        { provide: Mailer, useValue: mailer },
      ],
      environment: { WAITING_REFUND_AFTER_HOURS: '24' },
    });
    [product = ''] = await addProducts(shop, [{ kinguinId: 1, keys: 3 }]);
  });
  afterAll(() => shop.close());

  /** Three buyers reserve the last keys, their reservations expire, others buy those keys, and then the three pay. */
  test('late payments wait in turn for the next keys, and what never comes is refunded', async () => {
    const late = [];
    for (const email of ['first@example.com', 'second@example.com', 'third@example.com'])
      late.push(await buy(shop, provider, { email, isPaid: false }));
    shop.clock.advance(HOUR);
    for (const email of ['quick-1@example.com', 'quick-2@example.com', 'quick-3@example.com']) await buy(shop, provider, { email });
    for (const id of late) {
      await pay(id);
      await shop.get(SendMail).run(`${id}-waiting-1`);
      shop.clock.advance(1000);
    }
    expect(await statuses(late)).toEqual(['paid', 'paid', 'paid']);
    expect(mailer.sent.slice(-3).map(({ to, text }) => [to, text.includes('You are in line for the next ones')])).toEqual([
      ['first@example.com', true],
      ['second@example.com', true],
      ['third@example.com', true],
    ]);
    await promisesHold();

    await upload('NEW-1', 'NEW-2');
    await promisesHold();
    const { rows } = await shop.database.query(`select queue, job from outbox where job = 'fill-waiting'`);
    expect(rows).toEqual([{ queue: 'upkeep', job: 'fill-waiting' }]);
    await shop.get(FulfilBackorders).run();
    for (const id of late.slice(0, 2)) await shop.get(SendMail).run(`${id}-keys-1`);
    expect(await statuses(late)).toEqual(['completed', 'completed', 'paid']);
    expect(mailer.sent.slice(-2).map(({ to, text }) => [to, /NEW-\d/.exec(text)?.[0]])).toEqual([
      ['first@example.com', 'NEW-1'],
      ['second@example.com', 'NEW-2'],
    ]);
    await promisesHold();

    shop.clock.advance(25 * HOUR);
    await shop.get(RequeueOverdueJobs).run();
    expect((await shop.database.query(`select data from outbox where job = 'refund'`)).rows).toEqual([{ data: { orderId: late[2] } }]);
    await shop.get(RefundPayment).run(late[2] ?? '');
    expect([...provider.refunds]).toEqual([late[2]]);
    await shop.get(SendMail).run(`${late[2]}-refund-1`);
    expect(mailer.sent.at(-1)).toMatchObject({ to: 'third@example.com', text: expect.stringContaining('no new keys came in for order') });
    expect(await statuses(late)).toEqual(['completed', 'completed', 'refunded']);
    await promisesHold();

    await upload('NEW-3');
    expect((await shop.database.query('select stock from listing')).rows).toEqual([{ stock: 1 }]);
    const { rows: events } = await shop.database.query<{ kind: string }>('select kind from order_event where order_id = $1 order by id', [
      late[2],
    ]);
    expect(events.map(({ kind }) => kind)).toEqual([
      'placed',
      'paid',
      'stock_short',
      'waiting_for_keys',
      'mail_sent',
      'waiting_ended',
      'refunded',
      'mail_sent',
    ]);
  });

  async function pay(orderId: string): Promise<void> {
    const { rows } = await shop.database.query<{ session_id: string }>('select session_id from shop_order where id = $1', [orderId]);
    const session = rows[0]?.session_id ?? '';
    provider.become(session, { outcome: 'paid' });
    expect(await shop.get(Settle).run(session, 'stripe', 'stripe')).toBe('waiting for keys');
  }

  async function upload(...keys: string[]): Promise<void> {
    await shop.get(AddKeys).run(
      keys.map((key) => ({ productId: product, secret: { kind: 'text', key } as const })),
      'test',
    );
  }

  async function statuses(ids: readonly string[]): Promise<string[]> {
    const { rows } = await shop.database.query<{ id: string; status: string }>('select id, status from shop_order where id = any($1)', [
      ids,
    ]);
    return ids.map((id) => rows.find((row) => row.id === id)?.status ?? '');
  }

  async function promisesHold(): Promise<void> {
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  }
}
