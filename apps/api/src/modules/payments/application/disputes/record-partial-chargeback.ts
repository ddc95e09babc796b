import type { Currency } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { KeyReturns } from '../../../stock/index.ts';
import { KeyReveals, type Order, type OrderEvent, piecesOfLineAt, Refunds, type Step } from '../../../orders/index.ts';

/** What one lost dispute took of a payment. */
export interface LostPart {
  /** The provider's id of the dispute. */
  readonly id: string;
  readonly amountMinor: number;
  /** Null for a currency that the shop does not sell in. */
  readonly currency: Currency | null;
}

/**
 * Notes that the bank took a part of what was paid. It is written down beside the refunds, as a `chargeback` that is done under the id of the dispute, so that it is
 * noted once and sent back by nobody else. An amount that one line alone cost is that line: it gets no keys, and those that it has are burnt,
 * or back in stock where nobody has seen them. Of any other amount nobody here knows what it was for: keys that somebody may have seen stay
 * the buyer's, and others wait for the staff. Under the order's lock; the order is to be disputed.
 */
@Injectable()
export class RecordPartialChargeback {
  constructor(
    private readonly refunds: Refunds,
    private readonly returns: KeyReturns,
    private readonly reveals: KeyReveals,
  ) {}

  /** Those that are not noted yet. */
  async fresh(orderId: string, parts: readonly LostPart[]): Promise<LostPart[]> {
    const known = await this.refunds.ofOrder(orderId);
    return parts.filter(({ id }) => !known.some((refund) => refund.id === id));
  }

  /** The events are still to be saved with the order. */
  async run(order: Order, { id, amountMinor }: LostPart, step: Step): Promise<OrderEvent[]> {
    const gone = await this.refunds.piecesGone(order.id);
    const ofLine = piecesOfLineAt(order.lines, amountMinor, gone);
    const wasSeen = await this.reveals.wasRevealed(order.id);
    const keyIds = ofLine.length === 0 ? [] : await this.returns.takeBack(order.id, ofLine, wasSeen ? 'burnt' : 'available');
    // The last line of an order without keys: more than its price was paid, and there would be nothing left to decide about.
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
    await this.refunds.done(id);
    return order.loseInPart(amountMinor, pieces.length === 0 && !wasSeen, step);
  }
}
