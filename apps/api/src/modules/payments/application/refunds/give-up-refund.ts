import { Injectable } from '@nestjs/common';
import type { Operator } from '../../../ops/index.ts';
import { Orders, Refunds } from '../../../orders/index.ts';
import { AbandonRefund } from './abandon-refund.ts';
import { FinishRefund } from './finish-refund.ts';
import { PaymentProviders } from '../payment-providers.ts';
import { RefundAttempted, RefundNotFound, RefundNotOpen } from '../../domain/payment-errors.ts';

/**
 * Abandons a refund that the provider has not made, after checking with it, or one that was returned. One that it has made is completed
 * instead.
 */
@Injectable()
export class GiveUpRefund {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly providers: PaymentProviders,
    private readonly finishRefund: FinishRefund,
    private readonly abandonRefund: AbandonRefund,
  ) {}

  /** @throws RefundNotFound, RefundNotOpen, RefundAttempted, TooFewKeys, PaymentUnavailable */
  async run(orderId: string, refundId: string, why: { by: Operator; reason: string }): Promise<void> {
    const refund = await this.refunds.ofId(refundId);
    const order = await this.orders.ofId(orderId);
    if (refund?.orderId !== orderId || !order?.paymentIntentId) throw new RefundNotFound();
    if (refund.state === 'asked') {
      const theirs = await this.providers.named(order.paymentProvider).refundsOf(order.paymentIntentId);
      const made = theirs.find(({ refundId: name, failure }) => name === refund.id && failure === null);
      if (made) {
        const isFinished = await this.finishRefund.run(refund.id, made.amountMinor, refund.tries);
        throw isFinished ? new RefundNotOpen('done') : new RefundAttempted();
      }
    }
    await this.abandonRefund.run(refund, why);
  }
}
