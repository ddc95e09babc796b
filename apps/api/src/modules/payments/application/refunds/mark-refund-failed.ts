import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox, Transaction } from '../../../../shared/ports.ts';
import { Orders, Refunds } from '../../../orders/index.ts';
import { refundBouncedMail } from './refund-mails.ts';

/** Marks a refund as returned by the buyer's bank: it waits for staff, the order shows it, and the buyer is notified. Idempotent. */
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
      await this.orders.save(order, [
        { kind: 'refund_failed', actor: step.actor, data, at: step.at },
        ...order.refundFailed(refund.amountMinor, step),
      ]);
      await this.mails.plan(refundBouncedMail(orderId, refundId));
    });
  }
}
