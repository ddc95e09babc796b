import { expect, test } from '@jest/globals';
import type { MailWriter } from '../../../platform/mail/ports.ts';
import type { PlannedMail } from '../../../shared/ports.ts';
import type { KeyStock } from '../../stock/index.ts';
import { keysMail, waitingMail } from '../application/order-mails.ts';
import type { Orders } from '../application/ports.ts';
import type { Order } from '../domain/order.ts';
import { ORDER_STATUSES } from '../domain/order-status.ts';
import { orderIn, step } from './order-in-state.ts';

interface MailsUnderTest {
  readonly writer: MailWriter;
  readonly orders: Orders;
  readonly stock: KeyStock;
  inTransaction<T>(work: () => Promise<T>): Promise<T>;
}

const SHOWN = ['fulfilling', 'completed', 'partially_refunded'];

/** Which mails about an order are written, by the state that it has when they are sent. */
export function orderMailsContract(make: () => MailsUnderTest): void {
  /** The text of a mail about this order, which has its keys; null: none is written. */
  async function textOf(order: Order, mail: (orderId: string) => PlannedMail): Promise<string | null> {
    const { writer, orders, stock, inTransaction } = make();
    const products = ['product-1', 'product-1', 'product-2'];
    await inTransaction(async () => {
      await orders.save(order, []);
      const keys = products.map((productId, index) => ({ productId, secret: { kind: 'text', key: `AAAA-${index}` } as const }));
      await stock.add(keys, { actor: 'test' });
      await stock.allocate(order.id, order.paidLines());
    });
    return (await writer.write({ ...mail(order.id), tries: 0, isTakenOver: false }))?.text ?? null;
  }
  const keysIn = (text: string | null) => [0, 1, 2].filter((index) => text?.includes(`AAAA-${index}`));

  test.each(ORDER_STATUSES)('keys of an order are in its mail where it shows them: %s', async (status) => {
    const text = await textOf(orderIn(status), (id) => keysMail(id, 1));
    expect(text === null ? null : keysIn(text)).toEqual(SHOWN.includes(status) ? [0, 1, 2] : null);
  });

  test.each(ORDER_STATUSES)('that an order waits is written while it does, without a key: %s', async (status) => {
    const text = await textOf(orderIn(status), waitingMail);
    expect(text === null ? null : keysIn(text)).toEqual(status === 'on_hold' ? [] : null);
  });

  test('that an order waits for keys is written while it does', async () => {
    const order = orderIn('paid');
    order.waitForKeys(new Date(step.at.getTime() + 3_600_000), step);
    expect(await textOf(order, waitingMail)).not.toBeNull();
  });
}
