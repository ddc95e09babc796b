import { expect, test } from '@jest/globals';
import { readConfig } from '../../../../platform/config/config.ts';
import { MailLayout } from '../../../../platform/mail/layout/mail-layout.ts';
import { MailWriters } from '../../../../platform/mail/ports.ts';
import { FixedClock, RecordingMailOutbox } from '../../../../testing/fakes.ts';
import { NoteOrderMail, type StaffOrders } from '../../../orders/index.ts';
import { InMemoryOrders } from '../../../orders/testing/in-memory-orders.ts';
import { InMemoryRefunds } from '../../../orders/testing/in-memory-refunds.ts';
import { unpaidOrder } from '../../../orders/testing/order-builder.ts';
import { refundMail } from '../../application/refunds/refund-mails.ts';
import { RefundMailTemplates } from './refund-mail-templates.ts';
import { RefundMailWriter } from './refund-mail-writer.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['order-1@unpaid.invalid', undefined],
  ['erased-1@erased.invalid', undefined],
])('a refund of an order of %s is written to %s', async (email, to) => {
  const clock = new FixedClock();
  const orders = new InMemoryOrders(clock);
  const writer = new RefundMailWriter(
    new MailWriters(),
    orders,
    new InMemoryRefunds(clock),
    new RecordingMailOutbox(),
    {} as StaffOrders,
    new RefundMailTemplates(new MailLayout(readConfig({}))),
    new NoteOrderMail(orders, clock),
  );
  const order = unpaidOrder({ email });
  await orders.save(order, []);
  expect((await writer.write(refundMail(order.id)))?.to).toBe(to);
});
