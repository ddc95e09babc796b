import { expect, jest, test } from '@jest/globals';
import { readConfig } from '../../../../platform/config/config.ts';
import { MailLayout } from '../../../../platform/mail/layout/mail-layout.ts';
import { MailWriters } from '../../../../platform/mail/ports.ts';
import { Metrics } from '../../../../platform/metrics/metrics.ts';
import { MailReads, type MailRecord } from '../../../../shared/ports.ts';
import { FixedClock, PlainTransaction, RecordingMailOutbox } from '../../../../testing/fakes.ts';
import { InMemoryKeyStock } from '../../../stock/testing/in-memory-key-stock.ts';
import { LinkLargeKeys } from '../../application/link-large-keys.ts';
import { NoteOrderMail } from '../../application/note-order-mail.ts';
import { keysMail, waitingMail } from '../../application/order-mails.ts';
import { ReplanFreedKeys } from '../../application/replan-freed-keys.ts';
import { InMemoryOrders } from '../../testing/in-memory-orders.ts';
import { orderLine, unpaidOrder } from '../../testing/order-builder.ts';
import { orderMailsContract } from '../../testing/order-mails.contract.ts';
import { HmacGuestLinks } from '../hmac-guest-links.ts';
import { OrderMailTemplates } from './order-mail-templates.ts';
import { OrderMailWriter } from './order-mail-writer.ts';

class FixedMails extends MailReads {
  constructor(private readonly mails: readonly Partial<MailRecord>[]) {
    super();
  }

  override async about() {
    return this.mails.map((mail) => ({ kind: 'keys', tries: 0, ...mail }) as MailRecord);
  }

  override async statesOf() {
    return new Map<string, never>();
  }
}

function made(planned: readonly Partial<MailRecord>[] = []) {
  const clock = new FixedClock();
  const orders = new InMemoryOrders(clock);
  const stock = new InMemoryKeyStock(clock);
  const mails = new RecordingMailOutbox();
  const config = readConfig({});
  const link = new LinkLargeKeys(orders, new FixedMails(planned), new PlainTransaction());
  const writer = new OrderMailWriter(
    new MailWriters(),
    orders,
    stock,
    mails,
    new OrderMailTemplates(new MailLayout(config), new HmacGuestLinks(config), config),
    new NoteOrderMail(orders, clock),
    new ReplanFreedKeys(orders, stock, mails),
    link,
    new Metrics(),
    new PlainTransaction(),
  );
  return { writer, link, orders, stock, inTransaction: <T>(work: () => Promise<T>) => work() };
}

orderMailsContract(() => made());

function written(change: object, planned: readonly Partial<MailRecord>[] = []) {
  const { writer, orders, stock } = made(planned);
  const order = Object.assign(unpaidOrder(), change);
  return { writer, order, orders, stock, placed: orders.save(order, []) };
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

const WRITTEN = { id: 'order-1-keys-2', state: 'sending' } as const;

test.each<[string, readonly Partial<MailRecord>[], boolean]>([
  ['of which none was mailed', [WRITTEN], true],
  [
    'of which none was mailed, whatever else was',
    [{ id: 'order-1-waiting-1', kind: 'waiting', state: 'sent', tries: 1 }, { id: 'order-1-keys-1', state: 'dropped' }, WRITTEN],
    true,
  ],
  ['of which none was mailed, though another mail waits', [WRITTEN, { id: 'order-1-keys-3', state: 'waiting' }], true],
  ['of which some were mailed before', [{ id: 'order-1-keys-1', state: 'sent', tries: 1 }, WRITTEN], false],
  ['of which some are being mailed', [{ id: 'order-1-keys-1', state: 'sending' }, WRITTEN], false],
  ['of which this mail had some at an attempt before', [{ ...WRITTEN, tries: 1 }], false],
])('keys that are too large for a mail, %s, are on the page that it links to', async (_which, planned, isLinkOnly) => {
  const line = orderLine({ quantity: 30 });
  const { writer, order, orders, stock, placed } = written({ status: 'fulfilling', lines: [line] }, planned);
  await placed;
  const pictures = Array.from({ length: 30 }, (_, index) => `${index}`.padEnd(1_048_576, 'A'));
  await stock.add(
    pictures.map((base64) => ({ productId: line.productId, secret: { kind: 'image', mediaType: 'image/png', base64 } as const })),
  );
  expect(await stock.allocate(order.id, order.paidLines())).toBe(true);
  const mail = await writer.write(keysMail(order.id, 2));
  expect(mail?.attachments).toBeUndefined();
  expect(mail?.text).toMatch(/Your keys are on the page of this order[\s\S]*\/order\/guest\//);
  expect((await orders.ofId(order.id))?.linkOnly).toBe(isLinkOnly);
});

test('an order that a mail with keys completed is not delivered by a link later, though the record of that mail is deleted', async () => {
  const { writer, order, orders, stock, placed } = written({ status: 'completed', completedAt: new Date(0) }, [WRITTEN]);
  await placed;
  const secrets = ['A', 'B'].map((sign) => ({ kind: 'image', mediaType: 'image/png', base64: sign.repeat(2_000_000) }) as const);
  await stock.add(secrets.map((secret) => ({ productId: 'product-1', secret })));
  expect(await stock.allocate(order.id, [{ line: 0, productId: 'product-1', quantity: 2 }])).toBe(true);
  expect((await writer.write(keysMail(order.id, 2)))?.attachments).toBeUndefined();
  expect((await orders.ofId(order.id))?.linkOnly).toBe(false);
});

test.each([
  ['of a mail with keys whose record is deleted', { keysMailed: 'tried' }],
  ['delivered by a link already', { linkOnly: true }],
])('an order %s is left as it is', async (_what, change) => {
  const { link, orders } = made([WRITTEN]);
  const order = Object.assign(unpaidOrder(), { status: 'fulfilling', ...change });
  await orders.save(order, []);
  const save = jest.spyOn(orders, 'save');
  await link.run(keysMail(order.id, 2));
  await link.run(keysMail('nobody', 2));
  expect(save).not.toHaveBeenCalled();
});

test('that an order is delivered by a link is no event of it', async () => {
  const { link, orders } = made([WRITTEN]);
  const order = unpaidOrder();
  await orders.save(order, []);
  await link.run(keysMail(order.id, 2));
  expect([order.linkOnly, orders.events]).toEqual([true, []]);
});

test('an order whose keys fit in a mail is not delivered by a link', async () => {
  const { writer, order, orders, stock, placed } = written({ status: 'fulfilling' });
  await placed;
  const picture = { kind: 'image', mediaType: 'image/png', base64: 'A'.repeat(1_000_000) } as const;
  await stock.add([{ productId: 'product-1', secret: picture }]);
  expect(await stock.allocate(order.id, order.paidLines())).toBe(true);
  expect((await writer.write(keysMail(order.id, 1)))?.attachments).toHaveLength(1);
  expect((await orders.ofId(order.id))?.linkOnly).toBe(false);
});
