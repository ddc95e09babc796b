import type { Currency } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { KeyReturns } from '../../../stock/index.ts';
import { KeyReveals, type Order, type OrderEvent, piecesOfLineAt, Refunds, type Step } from '../../../orders/index.ts';

/** The chargeback of one lost dispute. */
export interface LostPart {
  /** The provider's id of the dispute. */
  readonly id: string;
  readonly amountMinor: number;
  /** Null for a currency that the shop does not sell in. */
  readonly currency: Currency | null;
}

/**
 * Records a partial chargeback, as a completed refund of kind `chargeback` with the id of the dispute, so that it is recorded once and not
 * refunded as well. An amount that equals the price of exactly one line is that line: it gets no keys, and its keys are burnt, or returned
 * to stock if nobody has seen them. For any other amount the pieces are unknown: keys that somebody may have seen stay with the buyer, and
 * others wait for staff. Call it with the order locked and disputed.
 */
@Injectable()
export class RecordPartialChargeback {
  constructor(
    private readonly refunds: Refunds,
    private readonly returns: KeyReturns,
    private readonly reveals: KeyReveals,
  ) {}

  /** Chargebacks that are not recorded yet. */
  async fresh(orderId: string, parts: readonly LostPart[]): Promise<LostPart[]> {
    const known = await this.refunds.ofOrder(orderId);
    return parts.filter(({ id }) => !known.some((refund) => refund.id === id));
  }

  /** The events must be saved with the order. */
  async run(order: Order, { id, amountMinor }: LostPart, step: Step): Promise<OrderEvent[]> {
    const gone = await this.refunds.piecesGone(order.id);
    const ofLine = piecesOfLineAt(order.lines, amountMinor, gone);
    const wasSeen = await this.reveals.wasRevealed(order.id);
    const keyIds = ofLine.length === 0 ? [] : await this.returns.takeBack(order.id, ofLine, wasSeen ? 'burnt' : 'available');
    // The last line of an order without keys: more than its price was paid, so nothing would be left to decide.
    const isAllThatIsLeft = keyIds.length === 0 && order.paidLines(gone).length === 1;
    const pieces = isAllThatIsLeft ? [] : ofLine;
    await this.refunds.add({
      id,
      orderId: order.id,
      kind: 'chargeback',
      pieces,
      amountMinor,
      isWhole: false,
      askedBy: step.actor,
      reason: null,
      keyIds,
    });
    await this.refunds.done(id, amountMinor);
    return order.chargeBackPart(amountMinor, pieces.length === 0 && !wasSeen, step);
  }
}
