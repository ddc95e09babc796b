import { expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction, RecordingMailer, RecordingOutbox } from '../../../testing/fakes.ts';
import { MailRefused } from '../../../shared/ports.ts';
import { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { InMemoryOrderMails, InMemoryOrders } from '../testing/in-memory-orders.ts';
import { unpaidOrder } from '../testing/order-builder.ts';
import { OrderLetters, SendOrderMail } from './send-order-mail.ts';
import { TakePayment } from './take-payment.ts';

class PlainLetters extends OrderLetters {
  keys(order: { number: string }, keys: readonly { secret: unknown }[]) {
    return { subject: order.number, html: '', text: JSON.stringify(keys.map(({ secret }) => secret)) };
  }
  refund(order: { number: string }) {
    return { subject: order.number, html: '', text: 'refund' };
  }
}

async function paidOrder() {
  const clock = new FixedClock();
  const orders = new InMemoryOrders(clock);
  const mails = new InMemoryOrderMails(clock);
  const stock = new InMemoryKeyStock(clock);
  const mailer = new RecordingMailer();
  const order = unpaidOrder();
  await stock.add([{ productId: 'product-1', secret: { kind: 'text', key: 'KEY-1' } }]);
  await orders.save(order, []);
  const transaction = new PlainTransaction();
  await new TakePayment(orders, mails, stock, new RecordingOutbox(), transaction, clock).run(
    order.id,
    { amountMinor: 3600, currency: 'Eur', intentId: 'pi_1' },
    'stripe',
  );
  const [mailId = ''] = mails.all.keys();
  return {
    clock,
    order,
    orders,
    mails,
    mailer,
    mailId,
    send: () => new SendOrderMail(mails, orders, stock, new PlainLetters(), mailer, transaction, clock).run(mailId),
  };
}

test('the mail goes to the buyer with the keys, and the order is complete', async () => {
  const { send, mailer, order } = await paidOrder();
  await send();
  expect(mailer.sent).toHaveLength(1);
  expect(mailer.sent[0]).toMatchObject({ to: 'ada@example.com', text: expect.stringContaining('KEY-1') });
  expect(order.status).toBe('completed');
});

test('a job that comes twice sends one mail', async () => {
  const { send, mailer } = await paidOrder();
  await send();
  await send();
  expect(mailer.sent).toHaveLength(1);
});

test('a mail server that is away leaves the mail waiting for the next try', async () => {
  const { send, mailer, mails, mailId, order } = await paidOrder();
  mailer.failure = new Error('away');
  await expect(send()).rejects.toThrow('away');
  expect(mails.all.get(mailId)?.state).toBe('waiting');
  mailer.failure = null;
  await send();
  expect(mailer.sent).toHaveLength(1);
  expect(order.status).toBe('completed');
});

test('an address that is refused for good is noted and not tried again', async () => {
  const { send, mailer, mails, mailId, orders } = await paidOrder();
  mailer.failure = new MailRefused('550');
  await send();
  mailer.failure = null;
  await send();
  expect(mailer.sent).toEqual([]);
  expect(mails.all.get(mailId)?.state).toBe('refused');
  expect(orders.events.map(({ kind }) => kind)).toContain('mail_refused');
});

test('a mail that a process died with is left alone at first and sent once its claim is old, under the same Message-ID', async () => {
  const { send, mailer, mails, mailId, clock } = await paidOrder();
  await mails.claim(mailId);
  await expect(send()).rejects.toThrow('being sent by another process');
  clock.advance(121_000);
  await send();
  expect(mailer.sent.map(({ messageId }) => messageId)).toEqual([`${mailId}@orders.keyturn`]);
});
