import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox, Transaction } from '../../../../shared/ports.ts';
import { type Order, Orders, type Refund, Refunds } from '../../../orders/index.ts';
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
        ...order.refundFailed(await this.countedMinor(order, refund), step),
      ]);
      await this.mails.plan(refundBouncedMail(orderId, refundId));
    });
  }

  /** What it added to the order's refunded amount: a whole one that of the order, whatever was paid. */
  private async countedMinor(order: Order, { id, amountMinor, isWhole }: Refund): Promise<number> {
    if (!isWhole) return amountMinor;
    const others = (await this.refunds.ofOrder(order.id)).filter(
      (one) => one.id !== id && one.state === 'done' && one.kind !== 'chargeback',
    );
    return others.reduce((left, other) => left - other.amountMinor, order.refundedMinor);
  }
}
