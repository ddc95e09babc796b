import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox, Transaction } from '../../../../shared/ports.ts';
import { type Order, Orders, type Refund, Refunds } from '../../../orders/index.ts';
import { refundBouncedMail } from './refund-mails.ts';

/**
 * Marks a refund as returned by the buyer's bank: it waits for staff, the order shows it, and the buyer is notified. One whose money has gone
 * back with a later refund is closed. Idempotent.
 */
@Injectable()
export class MarkRefundFailed {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly mails: MailOutbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** `reason`: the provider's failure code. */
  run(orderId: string, refundId: string, reason: string): Promise<void> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      const refund = await this.refunds.ofId(refundId);
      if (!order || !refund || !(await this.refunds.fail(refundId, reason))) return;
      const step = { at: this.clock.now(), actor: order.paidThrough() };
      const data = { refundId, amountMinor: refund.amountMinor, reason };
      const loggable = { kind: 'refund_failed', actor: step.actor, data, at: step.at };
      const countedMinor = await this.countedMinor(order, refund);
      if (countedMinor === 0) {
        await this.orders.save(order, [loggable]);
        await this.refunds.close(refundId);
        return;
      }
      await this.orders.save(order, [loggable, ...order.refundFailed(countedMinor, step)]);
      await this.mails.plan(refundBouncedMail(orderId, refundId));
    });
  }

  /**
   * What the order counts as refunded by it and by no other. A whole one that of the order, whatever was paid. Nothing where one of the whole
   * payment has sent it again: at the provider it came back before its event arrived.
   */
  private async countedMinor(order: Order, { id, amountMinor, isWhole }: Refund): Promise<number> {
    const others = (await this.refunds.ofOrder(order.id)).filter(
      (one) => one.id !== id && one.state === 'done' && one.kind !== 'chargeback',
    );
    const byItMinor = others.reduce((left, other) => left - other.amountMinor, order.refundedMinor);
    return Math.max(0, isWhole ? byItMinor : Math.min(amountMinor, byItMinor));
  }
}
