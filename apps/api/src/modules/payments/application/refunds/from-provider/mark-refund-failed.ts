import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox, Transaction } from '../../../../../shared/ports.ts';
import { Orders, Refunds, sentBy } from '../../../../orders/index.ts';
import { refundBouncedMail } from '../refund-mails.ts';

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

  /** `reason`: the provider's failure code. `paidMinor`: what was received of the payment, in minor units, without chargebacks. */
  run(orderId: string, refundId: string, { reason, paidMinor }: { reason: string; paidMinor: number }): Promise<void> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      const refund = await this.refunds.ofId(refundId);
      if (!order || !refund || !(await this.refunds.fail(refundId, reason))) return;
      const step = { at: this.clock.now(), actor: order.paidThrough() };
      const data = { refundId, amountMinor: refund.amountMinor, reason };
      const loggable = { kind: 'refund_failed', actor: step.actor, data, at: step.at };
      // At the provider it may have come back before another refund was made, and gone with that.
      const sentMinor = sentBy(await this.refunds.ofOrder(orderId));
      if (sentMinor >= paidMinor) {
        await this.orders.save(order, [loggable]);
        await this.refunds.close(refundId);
        return;
      }
      // One of the whole has counted what was left of the order, with refunds that were recorded after it.
      const countedMinor = Math.max(0, order.refundedMinor - sentMinor);
      await this.orders.save(order, [loggable, ...order.refundFailed(countedMinor, step)]);
      await this.mails.plan(refundBouncedMail(orderId, refundId));
    });
  }
}
