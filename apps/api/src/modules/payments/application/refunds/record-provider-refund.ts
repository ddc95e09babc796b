import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox, Transaction } from '../../../../shared/ports.ts';
import { KeyStock } from '../../../stock/index.ts';
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
  Refunds,
  type Step,
} from '../../../orders/index.ts';
import { staffRefundMail } from './refund-mails.ts';
import { RevokeKeys } from './revoke-keys.ts';

/** Money that went back without the shop: at the provider's dashboard. */
export interface ProviderMadeRefund {
  /** The provider's id of it. */
  readonly id: string;
  /** The shop's name of it, where it bears one. */
  readonly refundId: string | null;
  readonly amountMinor: number;
  /** Whether nothing of the payment is left. */
  readonly isRest: boolean;
}

/**
 * Notes a refund that somebody made at the provider. The rest of a payment is all that is left of the order, and an amount that one line alone
 * cost is that line: their keys are taken as at a refund by the staff. Of anything else nobody here knows what it was for: keys that have not
 * left are frozen, and people decide. A repeat changes nothing.
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

  /** False where it is noted already. */
  run(orderId: string, { id, refundId, amountMinor, isRest }: ProviderMadeRefund): Promise<boolean> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order || (await this.refunds.ofId(id))) return false;
      const before = await this.refunds.ofOrder(orderId);
      if (before.some((one) => one.id === refundId && one.state !== 'given-up')) return false;
      const pieces = piecesOf(order, piecesGoneBy(before), amountMinor, isRest);
      const step = { at: this.clock.now(), actor: order.paidThrough() };
      const kind = pieces.length > 0 ? ('pieces' as const) : ('external' as const);
      const refund = { id, orderId, kind, pieces, amountMinor, isWhole: isRest, askedBy: step.actor, reason: null };
      const told = { kind: 'refunded_elsewhere', actor: step.actor, data: { refundId: id, amountMinor }, at: step.at };
      const { events, keyIds } = await this.follow(order, refund, step);
      await this.orders.save(order, [told, ...events]);
      await this.refunds.add({ ...refund, keyIds });
      await this.refunds.done(id);
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
    if (refund.pieces.length > 0) {
      const { events, keyIds } = await this.revokeKeys.run(order, refund, step);
      return { events: [...events, ...(refund.isWhole ? order.refundFully(step) : order.refund(refund.amountMinor, step))], keyIds };
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
      events: status === 'fulfilling' ? [...events, ...order.dispute(step, 'refunded in part at the provider')] : events,
      keyIds: [],
    };
  }
}

/** What it was for; none where that cannot be told. */
function piecesOf(order: Order, gone: readonly Piece[], amountMinor: number, isRest: boolean): Piece[] {
  if (isRest) return piecesWithout(allPieces(order.lines), gone);
  return order.isRefundable('part') ? piecesOfLineAt(order.lines, amountMinor, gone) : [];
}
