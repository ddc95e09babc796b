import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox, Transaction } from '../../../../../shared/ports.ts';
import { KeyStock } from '../../../../stock/index.ts';
import {
  allPieces,
  KeyReveals,
  type NewRefund,
  type Order,
  type OrderEvent,
  Orders,
  type Piece,
  piecesGoneBy,
  piecesOfLineAt,
  piecesWithout,
  type Refund,
  Refunds,
  sentBy,
  type Step,
} from '../../../../orders/index.ts';
import { staffRefundMail } from '../refund-mails.ts';
import { RevokeKeys } from '../revoke-keys.ts';

/** An external refund: made in the provider's dashboard, or given up here and made all the same. */
export interface ProviderMadeRefund {
  /** The provider's id of it. */
  readonly id: string;
  /** The shop's id of it, if the shop asked for it. */
  readonly refundId: string | null;
  readonly amountMinor: number;
  /** What was received of the payment, in minor units, without chargebacks. */
  readonly paidMinor: number;
}

/**
 * Records an external refund. If it is the rest of the payment it covers the rest of the order; else one that was given up covers what it was
 * asked for, and an amount that equals the price of exactly one line that line. Their keys are revoked as in a refund by staff. For any other
 * amount the pieces are unknown: undelivered keys are frozen, and staff decide. Idempotent.
 */
@Injectable()
export class RecordProviderRefund {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly stock: KeyStock,
    private readonly revokeKeys: RevokeKeys,
    private readonly reveals: KeyReveals,
    private readonly mails: MailOutbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** False if it is recorded already. */
  run(orderId: string, { id, refundId, amountMinor, paidMinor }: ProviderMadeRefund): Promise<boolean> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order || (await this.refunds.ofId(id))) return false;
      const before = await this.refunds.ofOrder(orderId);
      if (before.some((one) => one.id === refundId && one.state !== 'given-up')) return false;
      const step = { at: this.clock.now(), actor: order.paidThrough() };
      // By what is recorded: since the provider was asked, others may have been made, or returned by the bank.
      const isRest = sentBy(before) + amountMinor >= paidMinor;
      const refund = {
        id,
        orderId,
        ...purposeOf(order, before, { refundId, amountMinor, isRest }),
        amountMinor,
        isWhole: isRest,
        askedBy: step.actor,
        reason: null,
      };
      const loggable = { kind: 'refunded_elsewhere', actor: step.actor, data: { refundId: id, amountMinor }, at: step.at };
      const { events, keyIds } = await this.follow(order, refund, step);
      const restIds = await this.revokeKeys.revokeRestIfEnded(order, refund, step);
      await this.orders.save(order, [loggable, ...events]);
      // It takes the place of what was asked for and can be sent no more, which has taken its keys.
      const askedIds = isRest ? before.filter(({ state }) => state === 'asked').flatMap((asked) => asked.keyIds) : [];
      await this.refunds.add({ ...refund, keyIds: [...askedIds, ...keyIds, ...restIds] });
      await this.refunds.done(id, amountMinor);
      if (order.status === 'refunded') await this.refunds.closeFailedOf(orderId);
      await this.mails.plan(staffRefundMail(orderId, id));
      return true;
    });
  }

  private async follow(
    order: Order,
    refund: Omit<NewRefund, 'keyIds'>,
    step: Step,
  ): Promise<{ events: OrderEvent[]; keyIds: readonly string[] }> {
    if (order.status === 'refunded' || order.status === 'charged_back') return { events: [], keyIds: [] };
    if (refund.kind === 'goodwill') return { events: order.refund(refund.amountMinor, step), keyIds: [] };
    if (refund.isWhole || refund.pieces.length > 0) {
      const { events, keyIds } = await this.revokeKeys.run(order, refund, step);
      return {
        events: [...events, ...(refund.isWhole ? order.refundFully(step, refund.amountMinor) : order.refund(refund.amountMinor, step))],
        keyIds,
      };
    }
    const hasLeft = order.status !== 'paid' && order.status !== 'fulfilling';
    if (hasLeft || (await this.reveals.wasRevealed(order.id)))
      return { events: order.refundElsewhere(refund.amountMinor, step), keyIds: [] };
    await this.mails.withdraw(order.id, 'keys');
    const { status } = order;
    const ended = order.giveUpWaiting(step);
    if (ended.length > 0) await this.stock.release(order.id);
    const events = [...ended, ...order.refundElsewhere(refund.amountMinor, step)];
    return {
      events:
        status === 'fulfilling' && order.leftMinor() > 0 ? [...events, ...order.dispute(step, 'refunded in part at the provider')] : events,
      keyIds: [],
    };
  }
}

/** What it was for. After a part, an order whose keys are not allocated yet is left to staff. */
function purposeOf(
  order: Order,
  before: readonly Refund[],
  { refundId, amountMinor, isRest }: Pick<ProviderMadeRefund, 'refundId' | 'amountMinor'> & { readonly isRest: boolean },
): Pick<NewRefund, 'kind' | 'pieces'> {
  const gone = piecesGoneBy(before);
  if (isRest) return ofPieces(piecesWithout(allPieces(order.lines), gone));
  const givenUp = before.find(({ id }) => id === refundId);
  if (givenUp?.kind === 'goodwill') return { kind: 'goodwill', pieces: [] };
  // A part is asked for only once keys are allocated, which staff may have withheld since.
  const isWithheld = order.status === 'on_hold' && givenUp?.isWhole === false;
  const hasKeys = order.isRefundable('part') || order.status === 'disputed' || isWithheld;
  if (givenUp && hasKeys) return ofPieces(piecesWithout(givenUp.pieces, gone));
  return ofPieces(order.isRefundable('part') ? piecesOfLineAt(order.lines, amountMinor, gone) : []);
}

function ofPieces(pieces: readonly Piece[]): Pick<NewRefund, 'kind' | 'pieces'> {
  return { kind: pieces.length > 0 ? 'pieces' : 'external', pieces };
}
