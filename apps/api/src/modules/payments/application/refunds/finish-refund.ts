import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox, Transaction } from '../../../../shared/ports.ts';
import { isAutomatic, Orders, Refunds } from '../../../orders/index.ts';
import { refundMail, staffRefundMail } from './refund-mails.ts';
import { RevokeKeys } from './revoke-keys.ts';

/** Completes a refund that the provider has made: updates the order and notifies the buyer. Idempotent. */
@Injectable()
export class FinishRefund {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly revokeKeys: RevokeKeys,
    private readonly mails: MailOutbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * `sentMinor`: what the provider sent back, which differs for the whole of a payment that was not the order's total. `attempt`: which
   * attempt was the current one before the provider was asked. False, with nothing changed, once another has followed: the bank may have returned
   * that money.
   */
  run(refundId: string, sentMinor: number, attempt: number): Promise<boolean> {
    return this.transaction.run(async () => {
      const known = await this.refunds.ofId(refundId);
      if (!known) throw new Error(`There is no refund ${refundId}.`);
      const order = await this.orders.forUpdate(known.orderId);
      // Read again under the lock: another process may have been faster.
      const refund = await this.refunds.ofId(refundId);
      if (!order || refund?.state !== 'asked') return true;
      if (!(await this.refunds.done(refundId, sentMinor, attempt))) return false;
      const step = { at: this.clock.now(), actor: refund.askedBy };
      await this.orders.save(order, refund.isWhole ? order.refundFully(step, sentMinor) : order.refund(sentMinor, step));
      await this.revokeKeys.revokeRestIfEnded(order, refund, step);
      if (order.status === 'refunded') await this.refunds.closeFailedOf(order.id);
      // A dispute may have been won while nothing could be delivered because of the refund.
      if (order.status === 'disputed') await this.orders.takeDisputedNext(order.id);
      await this.mails.plan(isAutomatic(refund) ? refundMail(order.id) : staffRefundMail(order.id, refund.id));
      return true;
    });
  }
}
