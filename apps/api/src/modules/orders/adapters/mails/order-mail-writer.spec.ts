import { expect, test } from '@jest/globals';
import { readConfig } from '../../../../platform/config/config.ts';
import { MailLayout } from '../../../../platform/mail/layout/mail-layout.ts';
import { MailWriters } from '../../../../platform/mail/ports.ts';
import { Metrics } from '../../../../platform/metrics/metrics.ts';
import { FixedClock, PlainTransaction, RecordingMailOutbox } from '../../../../testing/fakes.ts';
import { InMemoryKeyStock } from '../../../stock/testing/in-memory-key-stock.ts';
import { NoteOrderMail } from '../../application/note-order-mail.ts';
import { keysMail, waitingMail } from '../../application/order-mails.ts';
import { ReplanFreedKeys } from '../../application/replan-freed-keys.ts';
import { InMemoryOrders } from '../../testing/in-memory-orders.ts';
import { unpaidOrder } from '../../testing/order-builder.ts';
import { orderMailsContract } from '../../testing/order-mails.contract.ts';
import { HmacGuestLinks } from '../hmac-guest-links.ts';
import { OrderMailTemplates } from './order-mail-templates.ts';
import { OrderMailWriter } from './order-mail-writer.ts';

function made() {
  const clock = new FixedClock();
  const orders = new InMemoryOrders(clock);
  const stock = new InMemoryKeyStock(clock);
  const mails = new RecordingMailOutbox();
  const config = readConfig({});
  const writer = new OrderMailWriter(
    new MailWriters(),
    orders,
    stock,
    mails,
    new OrderMailTemplates(new MailLayout(config), new HmacGuestLinks(config), config),
    new NoteOrderMail(orders, clock),
    new ReplanFreedKeys(orders, stock, mails),
    new Metrics(),
    new PlainTransaction(),
  );
  return { writer, orders, stock, inTransaction: <T>(work: () => Promise<T>) => work() };
}

orderMailsContract(made);

function written(change: object) {
  const { writer, orders, stock } = made();
  const order = Object.assign(unpaidOrder(), change);
  return { writer, order, stock, placed: orders.save(order, []) };
}

test('an order whose keys were taken back since it was read gets no mail without keys', async () => {
  const { writer, order, placed } = written({ status: 'fulfilling' });
  await placed;
  expect(await writer.write(keysMail(order.id, 1))).toBeNull();
});

test('an order on hold is written about, and not where its buyer was removed', async () => {
  for (const [email, to] of [
    ['ada@example.com', 'ada@example.com'],
    ['order-1@unpaid.invalid', undefined],
  ]) {
    const { writer, order, placed } = written({ status: 'on_hold', email });
    await placed;
    expect((await writer.write(waitingMail(order.id)))?.to).toBe(to);
  }
});

test('keys are written to a buyer, and to nobody where the buyer was removed', async () => {
  for (const [email, to] of [
    ['ada@example.com', 'ada@example.com'],
    ['erased-1@erased.invalid', undefined],
  ]) {
    const { writer, order, stock, placed } = written({ status: 'fulfilling', email });
    await placed;
    await stock.add([{ productId: 'product-1', secret: { kind: 'text', key: 'KEY-1' } }]);
    expect(await stock.allocate(order.id, order.paidLines())).toBe(true);
    expect((await writer.write(keysMail(order.id, 1)))?.to).toBe(to);
  }
});
