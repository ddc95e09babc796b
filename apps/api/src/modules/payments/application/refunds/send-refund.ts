import { Injectable } from '@nestjs/common';
import { whileRenewing } from '../../../../shared/concurrency/lease.ts';
import { Orders, Refunds } from '../../../orders/index.ts';
import { FinishRefund } from './finish-refund.ts';
import { RefundNotOpen, RefundRefused } from '../../domain/payment-errors.ts';
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
   * RefundRefused
   */
  async runForStaff(refundId: string): Promise<number> {
    await this.run(refundId);
    const refund = await this.refunds.ofId(refundId);
    if (refund?.state === 'given-up') throw new RefundNotOpen(refund.state);
    return refund?.amountMinor ?? 0;
  }

  /** Nothing happens to one that is closed. @throws RefundRefused if the provider refuses, or another attempt is at work */
  async run(refundId: string): Promise<void> {
    const refund = await this.refunds.ofId(refundId);
    const order = refund && (await this.orders.ofId(refund.orderId));
    if (!refund || !order?.paymentIntentId) throw new Error(`There is no refund ${refundId}.`);
    if (refund.state !== 'asked') return;
    // The whole payment was refunded externally.
    if (order.status === 'refunded') return this.finishRefund.run(refund.id, null);
    // Charged back meanwhile: nothing to refund, and no mail to the buyer.
    if (order.status === 'charged_back') return void (await this.refunds.giveUp(refund));
    const attempt = await this.refunds.begin(refund.id);
    if (attempt === null) {
      if ((await this.refunds.ofId(refund.id))?.state !== 'asked') return;
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
  }
}
