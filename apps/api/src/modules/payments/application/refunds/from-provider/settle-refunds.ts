import { Injectable } from '@nestjs/common';
import { Orders, type Refund, Refunds } from '../../../../orders/index.ts';
import { MarkRefundFailed } from './mark-refund-failed.ts';
import { FinishRefund } from '../finish-refund.ts';
import { RecordProviderRefund } from './record-provider-refund.ts';
import { leftOfPayment } from '../../../domain/left-of-payment.ts';
import { RefundNotRecorded } from '../../../domain/payment-errors.ts';
import { withoutChargebacks } from './without-chargebacks.ts';
import { type ProviderRefund } from '../../ports.ts';
import { PaymentProviders } from '../../payment-providers.ts';

/**
 * Updates the refunds of a payment to their current state at the provider, independent of the event, so that events may come late, twice or
 * out of order. Completes refunds whose answer was lost, marks those returned by the bank as failed, and records external ones. Idempotent.
 */
@Injectable()
export class SettleRefunds {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly providers: PaymentProviders,
    private readonly finishRefund: FinishRefund,
    private readonly markRefundFailed: MarkRefundFailed,
    private readonly recordExternalRefund: RecordProviderRefund,
  ) {}

  /** `providerName`: who took the payment. Answers what came of it, in words for the record. @throws PaymentUnavailable, RefundNotRecorded */
  async run(intentId: string, providerName: string): Promise<string> {
    const order = await this.orders.ofPayment(intentId, providerName);
    if (!order) return 'payment of no order';
    const provider = this.providers.named(providerName);
    // Read before the call to the provider: refunds completed by now are in its answer.
    const ours = await this.refunds.ofOrder(order.id);
    const theirs = await provider.refundsOf(intentId);
    let outcome = 'refunds agree';
    for (const { id, state, tries } of ours) {
      const made = theirs.find((one) => isOf(id)(one) && one.failure === null);
      if (state !== 'asked' || !made) continue;
      if (!(await this.finishRefund.run(id, made.amountMinor, tries))) throw new RefundNotRecorded(id);
      outcome = 'refund made';
    }
    // After those that were made: what came back may have gone with one of them.
    for (const { id } of ours) {
      const attempts = theirs.filter(isOf(id));
      const reason = attempts.at(0)?.failure ?? null;
      if (attempts.some(({ failure }) => failure === null) || reason === null || !(await this.isRecorded(id, reason))) continue;
      const paidMinor = await withoutChargebacks(provider, intentId);
      const failure = { reason, paidMinor, leftMinor: leftOfPayment(paidMinor, [], theirs) };
      if (!(await this.markRefundFailed.run(order.id, id, failure))) {
        const leftMinor = leftOfPayment(paidMinor, [], await provider.refundsOf(intentId));
        await this.markRefundFailed.run(order.id, id, { ...failure, leftMinor, isAskedAgain: true });
      }
      outcome = 'refund failed';
    }
    // Read again: where staff gave one up meanwhile, its completion did nothing.
    const latest = await this.refunds.ofOrder(order.id);
    const external = theirs.filter((one) => one.failure === null && isExternal(one, order.id, latest)).toReversed();
    if (external.length === 0) return outcome;
    const paidMinor = await withoutChargebacks(provider, intentId);
    for (const one of external) if (await this.recordExternalRefund.run(order.id, { ...one, paidMinor })) outcome = 'refunded elsewhere';
    return outcome;
  }

  /**
   * Whether a refund that has failed was recorded as made. Where it was not, because its answer was lost, it is sent anew: not by the attempt
   * that has made it, as the provider repeats its answer to that. @throws RefundNotRecorded while an attempt is at work: the event must come
   * again
   */
  private async isRecorded(id: string, failure: string): Promise<boolean> {
    const state = (await this.refunds.ofId(id))?.state;
    if (state !== 'asked') return state === 'done';
    const attempt = await this.refunds.begin(id);
    if (attempt === null) throw new RefundNotRecorded(id);
    await this.refunds.refused(id, attempt, failure, true);
    return false;
  }
}

/** The shop's id of a refund, or the provider's if the shop did not make it. */
function isOf(refundId: string) {
  return (one: ProviderRefund) => one.refundId === refundId || one.id === refundId;
}

/**
 * A refund with the shop's id was made by the shop, unless its row was lost by a restore, or it was abandoned. Whether the row was written
 * only since is checked under the order's lock.
 */
function isExternal(one: ProviderRefund, orderId: string, ours: readonly Refund[]): boolean {
  const row = ours.find(({ id }) => isOf(id)(one));
  return row === undefined ? one.refundId !== orderId : row.state === 'given-up';
}
