import { type Currency } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Clock, Outbox, Transaction } from '../../../shared/ports.ts';
import { KeyStock } from '../../stock/index.ts';
import type { Order, Step } from '../domain/order.ts';
import { keysMailId } from './order-mail-ids.ts';
import { OrderMails, Orders } from './ports.ts';

export interface Payment {
  readonly amountMinor: number;
  readonly currency: Currency | null;
  readonly intentId: string | null;
}

export type PaymentOutcome = 'paid' | 'on hold' | 'refunding' | 'already paid' | 'unknown order';

/** People decide about a held order; its keys wait for them. */
const LONGEST_HOLD_MS = 30 * 86_400_000;

/**
 * Takes an order from unpaid to paid and on to its keys, in one transaction: state, allocation and the mail to be
 * sent are written together or not at all. A repeat changes nothing. Called by settle only.
 */
@Injectable()
export class TakePayment {
  constructor(
    private readonly orders: Orders,
    private readonly mails: OrderMails,
    private readonly stock: KeyStock,
    private readonly outbox: Outbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  run(orderId: string, payment: Payment, actor: string): Promise<PaymentOutcome> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order) return 'unknown order';
      const step: Step = { at: this.clock.now(), actor };
      const paid = order.pay(payment, step);
      if (paid.length === 0) return 'already paid';

      const mismatch = mismatchOf(order, payment);
      if (mismatch !== null) {
        await this.stock.prolong(order.id, new Date(step.at.getTime() + LONGEST_HOLD_MS));
        await this.orders.save(order, [...paid, ...order.hold(mismatch, step)]);
        return 'on hold';
      }
      const isAllocated = await this.stock.allocate(
        order.id,
        order.lines.map((line, index) => ({ line: index, productId: line.productId, quantity: line.quantity })),
      );
      if (!isAllocated) {
        await this.stock.release(order.id);
        await this.orders.save(order, [...paid, { kind: 'stock_short', actor, data: {}, at: step.at }]);
        await this.outbox.add({ queue: 'payments', job: 'refund', id: `refund-${order.id}`, data: { orderId: order.id } });
        return 'refunding';
      }
      await this.orders.save(order, [...paid, ...order.beginFulfilment(step)]);
      const mailId = keysMailId(order.id, 1);
      await this.mails.plan(mailId, order.id, 'keys');
      await this.outbox.add({ queue: 'delivery', job: 'send-mail', id: mailId, data: { mailId } });
      return 'paid';
    });
  }
}

function mismatchOf(order: Order, payment: Payment): string | null {
  if (payment.currency !== order.currency) return 'currency differs';
  return payment.amountMinor === order.totalMinor ? null : 'amount differs';
}
