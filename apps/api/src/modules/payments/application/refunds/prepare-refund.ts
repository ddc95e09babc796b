import { Injectable } from '@nestjs/common';
import { Clock, Ids, Outbox, Transaction } from '../../../../shared/ports.ts';
import { Audit, type Operator } from '../../../ops/index.ts';
import {
  hasPiece,
  isSamePieces,
  KeyReveals,
  type NewRefund,
  OrderNotFound,
  OrderNotOnHold,
  Orders,
  piecesGoneBy,
  type Refund,
  Refunds,
  RefundUnderWay,
} from '../../../orders/index.ts';
import { planRefund, type RefundPlan, type RefundRequest } from './plan-refund.ts';
import { type KeysTaken, RevokeKeys } from './revoke-keys.ts';

/** For so long a call with the same words is taken for the one before, whose answer was lost. */
const REPEATED_WITHIN_MS = 10 * 60_000;

const NO_KEYS = { events: [], keys: 'none', keyIds: [] } as const;

export interface PreparedRefund {
  readonly refund: Pick<Refund, 'id' | 'amountMinor'>;
  readonly keys: KeysTaken;
}

/**
 * The first step of a refund by staff, in one transaction: the keys are revoked, and the refund is stored with its job. Only then is the
 * provider called, so that after a crash nobody has both money and keys. A repeated call finds the open refund, and one of
 * goodwill that which was done a moment ago.
 */
@Injectable()
export class PrepareRefund {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly reveals: KeyReveals,
    private readonly revokeKeys: RevokeKeys,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * `action`: its name in the audit log. `isOfHeld`: only while the order is on hold, as staff may release it at the same moment. `request`
   * null: everything that is left. @throws OrderNotFound, OrderNotOnHold, NothingToRefund, RefundTooHigh, NoSuchLine, RefundUnderWay
   */
  run(
    orderId: string,
    request: RefundRequest | null,
    why: { by: Operator; reason: string; action?: string; isOfHeld?: boolean },
  ): Promise<PreparedRefund> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order) throw new OrderNotFound();
      if (why.isOfHeld && order.status !== 'on_hold') throw new OrderNotOnHold();
      const before = await this.refunds.ofOrder(orderId);
      const open = before.find(({ state }) => state === 'asked');
      const plan = planRefund(order, request, { gone: piecesGoneBy(before), seen: await this.reveals.piecesSeen(orderId) });
      if (open && !isSame(open, plan)) throw new RefundUnderWay();
      const asked = open ?? before.find((done) => isSentTwice(done, plan, why, this.clock.now()));
      if (asked) return { refund: asked, keys: 'none' };
      const wish = { ...plan, id: this.ids.next(), orderId, askedBy: why.by.name, reason: why.reason };
      const status = order.status;
      const step = { at: this.clock.now(), actor: why.by.name };
      const event = {
        kind: 'refund_asked',
        actor: step.actor,
        data: { amountMinor: wish.amountMinor, ...loggable(plan) },
        at: step.at,
      };
      const { events, keys, keyIds } = plan.kind === 'goodwill' ? NO_KEYS : await this.revokeKeys.run(order, wish, step);
      await this.orders.save(order, [...events, event]);
      const anew = before.filter((one) => one.state === 'failed' && one.isOpen && isMadeAnew(one, plan));
      // Keys that the one that failed has revoked come back, too, if this one is given up.
      const refund: NewRefund = { ...wish, keyIds: [...anew.flatMap((failed) => failed.keyIds), ...keyIds] };
      await this.refunds.add(refund);
      for (const failed of anew) await this.refunds.close(failed.id);
      await this.outbox.add({
        queue: 'payments',
        job: 'staff-refund',
        id: `refund-${orderId}-${refund.id}`,
        data: { refundId: refund.id },
      });
      await this.audit.record({
        by: why.by,
        action: why.action ?? 'orders.refund',
        subject: { type: 'order', id: orderId },
        before: { status, refundedMinor: order.refundedMinor },
        after: { refundId: refund.id, ...loggable(plan), amountMinor: refund.amountMinor, keys, count: keyIds.length },
        reason: why.reason,
      });
      return { refund, keys };
    });
  }
}

function isSame(open: Refund, { kind, pieces, amountMinor }: RefundPlan): boolean {
  return open.kind === kind && (kind === 'goodwill' ? open.amountMinor === amountMinor : isSamePieces(open.pieces, pieces));
}

/**
 * Whether a call is the one that made this refund of goodwill, sent again: nothing else tells two of the same amount apart. Pieces that went
 * back are in no later plan.
 */
function isSentTwice(done: Refund, plan: RefundPlan, { by, reason }: { by: Operator; reason: string }, now: Date): boolean {
  return (
    done.state === 'done' &&
    plan.kind === 'goodwill' &&
    isSame(done, plan) &&
    done.askedBy === by.name &&
    done.reason === reason &&
    now.getTime() - done.askedAt.getTime() < REPEATED_WITHIN_MS
  );
}

function isMadeAnew(failed: Refund, { kind, pieces, amountMinor }: RefundPlan): boolean {
  return kind === 'goodwill'
    ? failed.kind === kind && failed.amountMinor === amountMinor
    : failed.pieces.some((piece) => hasPiece(pieces, piece));
}

/** As shown to staff, numbers from 1: line 2, key 1 of it is `2/1`. */
function loggable({ kind, pieces }: RefundPlan): { kind: string; items: string } {
  return { kind, items: pieces.map(({ line, slot }) => `${line + 1}/${slot + 1}`).join(', ') };
}
