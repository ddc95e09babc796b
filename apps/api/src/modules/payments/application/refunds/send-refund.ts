import { Injectable } from '@nestjs/common';
import { whileRenewing } from '../../../../shared/concurrency/lease.ts';
import { Orders, type Refund, Refunds } from '../../../orders/index.ts';
import { FinishRefund } from './finish-refund.ts';
import { RefundAttempted, RefundMadeAnyway, RefundNotOpen, RefundRefused } from '../../domain/payment-errors.ts';
import { PaymentProviders } from '../payment-providers.ts';

/** Executes a stored refund and updates the order. One attempt at a time, by a job or staff. Idempotent. */
@Injectable()
export class SendRefund {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly providers: PaymentProviders,
    private readonly finishRefund: FinishRefund,
  ) {}

  /**
   * For a call by staff: returns its amount in minor units, as the provider sent it. @throws RefundNotOpen if it was given up meanwhile,
   * RefundMadeAnyway if the provider made it after that, RefundAttempted, RefundRefused
   */
  async runForStaff(refundId: string): Promise<number> {
    const isSent = await this.run(refundId);
    const { state, amountMinor } = (await this.refunds.ofId(refundId)) as Refund;
    if (state === 'given-up') throw isSent ? new RefundMadeAnyway() : new RefundNotOpen(state);
    return amountMinor;
  }

  /**
   * Answers whether this call has sent it; nothing happens to one that is closed. @throws RefundRefused if the provider refuses, or another
   * attempt is at work; RefundAttempted if one is, and the payment is lost
   */
  async run(refundId: string): Promise<boolean> {
    const refund = await this.refunds.ofId(refundId);
    const order = refund && (await this.orders.ofId(refund.orderId));
    if (!refund || !order?.paymentIntentId) throw new Error(`There is no refund ${refundId}.`);
    if (refund.state !== 'asked') return false;
    // The whole payment was refunded externally.
    if (order.status === 'refunded') return this.finishRefund.run(refund.id, null).then(() => false);
    // Charged back meanwhile: nothing to refund, and no mail to the buyer.
    if (order.status === 'charged_back') {
      if (!(await this.refunds.giveUp(refund))) throw new RefundAttempted();
      return false;
    }
    const attempt = await this.refunds.begin(refund.id);
    if (attempt === null) {
      if ((await this.refunds.ofId(refund.id))?.state !== 'asked') return false;
      throw new RefundRefused('another attempt is at work');
    }
    let sentMinor: number | null;
    try {
      const { paymentIntentId: intentId } = order;
      // The whole remaining payment, which may differ from the total of an order on hold.
      const amountMinor = refund.isWhole ? null : refund.amountMinor;
      sentMinor = await whileRenewing(
        () => this.refunds.renewAttempt(refund.id),
        () => this.providers.named(order.paymentProvider).refund({ id: refund.id, orderId: order.id, intentId, amountMinor, attempt }),
      );
    } catch (error) {
      if (error instanceof RefundRefused) await this.refunds.refused(refund.id, attempt, error.code, error.isRepeated);
      throw error;
    }
    await this.finishRefund.run(refund.id, sentMinor);
    return true;
  }
}
