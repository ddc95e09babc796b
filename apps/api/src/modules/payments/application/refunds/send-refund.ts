import { Injectable } from '@nestjs/common';
import { whileRenewing } from '../../../../shared/concurrency/lease.ts';
import { type Order, Orders, type Refund, Refunds } from '../../../orders/index.ts';
import { FinishRefund } from './finish-refund.ts';
import { SettleRefunds } from './settle-refunds.ts';
import { NothingToRefund, RefundAttempted, RefundMadeAnyway, RefundNotOpen, RefundRefused } from '../../domain/payment-errors.ts';
import { PaymentProviders } from '../payment-providers.ts';

/** Executes a stored refund and updates the order. One attempt at a time, by a job or staff. Idempotent. */
@Injectable()
export class SendRefund {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly providers: PaymentProviders,
    private readonly finishRefund: FinishRefund,
    private readonly settleRefunds: SettleRefunds,
  ) {}

  /**
   * For a call by staff: returns its amount in minor units, as the provider sent it. @throws RefundNotOpen if it was given up meanwhile,
   * RefundMadeAnyway if the provider made it after that, NothingToRefund if all went back in another way, RefundAttempted, RefundRefused,
   * PaymentUnavailable
   */
  async runForStaff(refundId: string): Promise<number> {
    const isSent = await this.run(refundId);
    const { state, orderId, amountMinor } = (await this.refunds.ofId(refundId)) as Refund;
    if (state !== 'given-up') return amountMinor;
    if (isSent) throw new RefundMadeAnyway();
    const isAllBack = (await this.orders.ofId(orderId))?.status === 'refunded';
    throw isAllBack ? new NothingToRefund('it has gone back in another way meanwhile') : new RefundNotOpen(state);
  }

  /**
   * Answers whether this call has sent it; nothing happens to one that is closed. @throws RefundRefused if the provider refuses, or another
   * attempt is at work; RefundAttempted if one is, and nothing is left of the payment; PaymentUnavailable
   */
  async run(refundId: string): Promise<boolean> {
    const refund = await this.refunds.ofId(refundId);
    const order = refund && (await this.orders.ofId(refund.orderId));
    if (!refund || !order?.paymentIntentId) throw new Error(`There is no refund ${refundId}.`);
    if (refund.state !== 'asked') return false;
    if (order.status === 'refunded' || order.status === 'charged_back') return this.closeUnsent(refund.id, order);
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
    if (sentMinor === null) return this.closeUnsent(refund.id, order);
    await this.finishRefund.run(refund.id, sentMinor);
    return true;
  }

  /**
   * Nothing is left of the payment. What took it is recorded, and this refund is closed as one that was not made: the bank may return the
   * other one, and then there is something to send again.
   */
  private async closeUnsent(id: string, { paymentIntentId, paymentProvider }: Order): Promise<false> {
    if (paymentIntentId !== null) await this.settleRefunds.run(paymentIntentId, paymentProvider);
    const refund = await this.refunds.ofId(id);
    if (refund?.state === 'asked' && !(await this.refunds.giveUp(refund))) throw new RefundAttempted();
    return false;
  }
}
