import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox, Transaction } from '../../../../../shared/ports.ts';
import { Orders, Refunds, sentBy } from '../../../../orders/index.ts';
import { refundBouncedMail } from '../refund-mails.ts';

interface Failure {
  /** The provider's failure code. */
  readonly reason: string;
  /** What was received of the payment, in minor units, without chargebacks. */
  readonly paidMinor: number;
  /** What was left of it when the provider was asked. */
  readonly leftMinor: number;
  readonly isAskedAgain?: boolean;
}

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

  /**
   * False, with nothing changed, where others are recorded as made since the provider was asked: ask it again, and say so with `isAskedAgain`.
   */
  run(orderId: string, refundId: string, { reason, paidMinor, leftMinor, isAskedAgain = false }: Failure): Promise<boolean> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      const refund = await this.refunds.ofId(refundId);
      if (!order || !refund) return true;
      const others = (await this.refunds.ofOrder(orderId)).filter(({ id }) => id !== refundId);
      const sentMinor = sentBy(others);
      // It may have come back before another refund was made, and gone with that. Earlier versions have rows of refunds that were not made, too.
      const isSentAgain = sentMinor >= paidMinor;
      if (isSentAgain && leftMinor > 0 && !isAskedAgain) return false;
      if (!(await this.refunds.fail(refundId, reason))) return true;
      const step = { at: this.clock.now(), actor: order.paidThrough() };
      const data = { refundId, amountMinor: refund.amountMinor, reason };
      const loggable = { kind: 'refund_failed', actor: step.actor, data, at: step.at };
      if (isSentAgain && leftMinor <= 0) {
        await this.orders.save(order, [loggable]);
        await this.refunds.close(refundId);
        return true;
      }
      // Whether it goes with a refund that is being made is not known before that.
      await this.refunds.limitToAmounts(orderId);
      // One of the whole has counted what was left of the order, with refunds that were recorded after it.
      const countedMinor = Math.max(0, order.refundedMinor - sentMinor);
      await this.orders.save(order, [loggable, ...order.refundFailed(countedMinor, step)]);
      await this.mails.plan(refundBouncedMail(orderId, refundId));
      return true;
    });
  }
}
