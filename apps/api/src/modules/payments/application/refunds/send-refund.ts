import { Injectable } from '@nestjs/common';
import { whileRenewing } from '../../../../shared/lease.ts';
import { Orders, Refunds } from '../../../orders/index.ts';
import { FinishRefund } from './finish-refund.ts';
import { RefundRefused } from '../../domain/payment-errors.ts';
import { PaymentProviders } from '../payment-providers.ts';

/**
 * Sends the money of a refund back that was written down, and has the order say so. One attempt at a time, whoever makes it: a job or the
 * staff. A repeat finds it done at the provider and in the order.
 */
@Injectable()
export class SendRefund {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly providers: PaymentProviders,
    private readonly finishRefund: FinishRefund,
  ) {}

  /** @throws RefundRefused where the provider says no, or another attempt is at work */
  async run(refundId: string): Promise<void> {
    const refund = await this.refunds.ofId(refundId);
    const order = refund && (await this.orders.ofId(refund.orderId));
    if (!refund || !order?.paymentIntentId) throw new Error(`There is no refund ${refundId}.`);
    if (refund.state !== 'asked') return;
    // The whole went back by itself.
    if (order.status === 'refunded') return this.finishRefund.run(refund.id);
    // The bank took the money meanwhile: there is nothing to send, and nothing to tell the buyer.
    if (order.status === 'charged_back') return void (await this.refunds.giveUp(refund));
    const attempt = await this.refunds.begin(refund.id);
    if (attempt === null) {
      if ((await this.refunds.ofId(refund.id))?.state !== 'asked') return;
      throw new RefundRefused('another attempt is at work');
    }
    try {
      const { paymentIntentId: intentId } = order;
      // All that is left is what was paid, which on an order on hold may differ from its total.
      const amountMinor = refund.isWhole ? null : refund.amountMinor;
      await whileRenewing(
        () => this.refunds.renewAttempt(refund.id),
        () => this.providers.named(order.paymentProvider).refund({ id: refund.id, orderId: order.id, intentId, amountMinor, attempt }),
      );
    } catch (error) {
      if (error instanceof RefundRefused) await this.refunds.refused(refund.id, attempt, error.code, error.isRepeated);
      throw error;
    }
    await this.finishRefund.run(refund.id);
  }
}
