import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { Orders, RISK_HOLD, WithholdKeys } from '../../../orders/index.ts';
import { AssessOrders, type CardChecks } from '../../../risk/index.ts';
import { PaymentProviders } from '../payment-providers.ts';
import { SettleRefunds } from '../refunds/from-provider/settle-refunds.ts';
import { RefundWithheld } from './refund-withheld.ts';

/** How often a review may change while it is applied. */
const MOST_ROUNDS = 3;

/**
 * Applies the provider's review of a payment to its order. An event is only a trigger: the current state of the payment is read from the
 * provider, so events may come late, twice or out of order. An open review withholds keys that nobody has seen; an approved one is decided
 * about again; one that ended against the payment is refunded.
 */
@Injectable()
export class SettleReview {
  constructor(
    private readonly orders: Orders,
    private readonly providers: PaymentProviders,
    private readonly risk: AssessOrders,
    private readonly withholdKeys: WithholdKeys,
    private readonly refundWithheld: RefundWithheld,
    private readonly settleRefunds: SettleRefunds,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the outcome as text for the event's record. @throws PaymentUnavailable, RefundUnderWay while a part of what is to go back is
   * being refunded: the event must come again
   */
  async run(intentId: string, providerName: string): Promise<string> {
    const order = await this.orders.ofPayment(intentId, providerName);
    if (!order) return 'payment of no order';
    const provider = this.providers.named(providerName);
    const sessionId = order.sessionId ?? (await provider.sessionOf(intentId));
    const read = async () => (sessionId === null ? null : ((await provider.session(sessionId))?.card ?? null));
    let card = await read();
    let outcome = 'no review';
    for (let round = 0; card !== null && round < MOST_ROUNDS; round += 1) {
      outcome = await this.apply(order.id, card, { provider: providerName, page: provider.pageOf(intentId) });
      // Read again after the order was written: another process may have applied a newer state in between, overwritten by ours.
      const now: CardChecks | null = await read();
      if (now?.review === card.review) break;
      card = now;
    }
    // What was sent back with the review is recorded first, so that it is not sent twice.
    if (card?.review === 'refused') {
      await this.settleRefunds.run(intentId, providerName);
      const isHeld = ({ status, holdReason }: { status: string; holdReason: string | null }) =>
        status === 'on_hold' && holdReason === RISK_HOLD;
      if (await this.refundWithheld.run(order.id, providerName, isHeld)) return 'refunded';
    }
    return outcome;
  }

  private apply(orderId: string, card: CardChecks, { provider, page }: { provider: string; page: string }): Promise<string> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order) return 'payment of no order';
      const step = { at: this.clock.now(), actor: provider };
      const verdict = await this.risk.again(orderId, card, step.at);
      if (!verdict) return 'not decided about';
      if (verdict.outcome === 'hold' || verdict.outcome === 'refuse') {
        return (await this.withholdKeys.hold(order, { step, page, reasons: verdict.reasons.map(({ text }) => text) }))
          ? 'held'
          : 'recorded';
      }
      return (await this.withholdKeys.release(order, step, verdict.outcome === 'link')) ? 'released' : 'recorded';
    });
  }
}
