import { Injectable } from '@nestjs/common';
import { Orders, type Refund, Refunds } from '../../../orders/index.ts';
import { MarkRefundFailed } from './mark-refund-failed.ts';
import { FinishRefund } from './finish-refund.ts';
import { RecordProviderRefund } from './record-provider-refund.ts';
import { leftOfPayment } from '../../domain/left-of-payment.ts';
import { type ProviderRefund } from '../ports.ts';
import { PaymentProviders } from '../payment-providers.ts';

/**
 * Brings the refunds of a payment to what the provider says of them now; what an event says is not believed, so that events may come late, twice
 * or out of order. One whose answer was lost is done, one that came back from the bank has failed, and one that the shop did not make is
 * noted. A repeat changes nothing.
 */
@Injectable()
export class SettleRefunds {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly providers: PaymentProviders,
    private readonly finishRefund: FinishRefund,
    private readonly markRefundFailed: MarkRefundFailed,
    private readonly recordForeignRefund: RecordProviderRefund,
  ) {}

  /** `providerName`: who took the payment. Answers what came of it, in words for the record. @throws PaymentUnavailable */
  async run(intentId: string, providerName: string): Promise<string> {
    const order = await this.orders.ofPayment(intentId, providerName);
    if (!order) return 'payment of no order';
    const provider = this.providers.named(providerName);
    // Read before the provider is asked: what is done by now is at the provider by then.
    const ours = await this.refunds.ofOrder(order.id);
    const theirs = await provider.refundsOf(intentId);
    let outcome = 'refunds agree';
    for (const { id, state } of ours) {
      const attempts = theirs.filter(isOf(id));
      const isMade = attempts.some(({ failure }) => failure === null);
      const failure = attempts.at(0)?.failure ?? null;
      if (state === 'asked' && isMade) {
        await this.finishRefund.run(id);
        outcome = 'refund made';
      } else if (state === 'done' && !isMade && failure !== null) {
        await this.markRefundFailed.run(order.id, id, failure);
        outcome = 'refund failed';
      }
    }
    const foreign = theirs.filter((one) => one.failure === null && isForeign(one, order.id, ours)).toReversed();
    if (foreign.length === 0) return outcome;
    const lost = (await provider.dispute(intentId))?.lost ?? [];
    const leftMinor = leftOfPayment(await provider.received(intentId), lost, theirs);
    for (const [place, one] of foreign.entries()) {
      const isRest = leftMinor <= 0 && place === foreign.length - 1;
      if (await this.recordForeignRefund.run(order.id, { ...one, isRest })) outcome = 'refunded elsewhere';
    }
    return outcome;
  }
}

/** A refund at the provider goes by the shop's name of it, or by its own where the shop did not make it. */
function isOf(refundId: string) {
  return (one: ProviderRefund) => one.refundId === refundId || one.id === refundId;
}

/**
 * One that bears the shop's name is the shop's, unless its row was lost with a backup, or somebody gave it up. Whether the row
 * was only written since is looked at under the order's lock.
 */
function isForeign(one: ProviderRefund, orderId: string, ours: readonly Refund[]): boolean {
  if (one.refundId === orderId) return false;
  const row = ours.find(({ id }) => isOf(id)(one));
  return row === undefined || row.state === 'given-up';
}
