import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox, Transaction } from '../../../../shared/ports.ts';
import { Audit, type Operator } from '../../../ops/index.ts';
import { KeyReturns } from '../../../stock/index.ts';
import { LEASE_MS } from '../../../../shared/concurrency/lease.ts';
import {
  nextKeysMail,
  type Order,
  type OrderEvent,
  OrderNotFound,
  Orders,
  piecesWithout,
  type Refund,
  Refunds,
  type Step,
  TooFewKeys,
} from '../../../orders/index.ts';
import { RefundAttempted, RefundNotOpen } from '../../domain/payment-errors.ts';

/**
 * Abandons a refund that the provider has not made: the sale stays valid. The buyer gets the revoked keys again, or others for those that
 * went back into stock; an order that had none is on hold until staff release it. None are given back where the money went back in another
 * way meanwhile, for all or for these pieces. One that the bank has returned is only closed: the money is sent in another way, or not at all.
 */
@Injectable()
export class AbandonRefund {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly returns: KeyReturns,
    private readonly mails: MailOutbox,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** `known`: its state before the call to the provider. @throws OrderNotFound, RefundNotOpen, RefundAttempted, TooFewKeys */
  run(known: Refund, { by, reason }: { by: Operator; reason: string }): Promise<void> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(known.orderId);
      if (!order) throw new OrderNotFound();
      const { status } = order;
      const now = this.clock.now();
      if (!known.isOpen) throw new RefundNotOpen(known.state);
      const isAtWork = known.attemptedAt !== null && known.attemptedAt.getTime() > now.getTime() - LEASE_MS;
      if (isAtWork || !(await this.giveUp(known))) throw new RefundAttempted();
      const step = { at: now, actor: by.name };
      const data = { refundId: known.id, amountMinor: known.amountMinor };
      const loggable = { kind: 'refund_given_up', actor: step.actor, data, at: now };
      const { events, keysGivenBack } = await this.whatFollows(order, known, step);
      await this.orders.save(order, [loggable, ...events]);
      // As after one that was made: a dispute may have been won meanwhile.
      if (order.status === 'disputed') await this.orders.takeDisputedNext(order.id);
      await this.audit.record({
        by,
        action: 'orders.give-up-refund',
        subject: { type: 'order', id: order.id },
        before: { status, refundId: known.id, refusal: known.refusal },
        after: { status: order.status, keysGivenBack },
        reason,
      });
    });
  }

  private async giveUp(known: Refund): Promise<boolean> {
    if (known.state === 'asked') return this.refunds.giveUp(known);
    await this.refunds.close(known.id);
    return true;
  }

  private async whatFollows(
    order: Order,
    { state, kind, keyIds, pieces }: Refund,
    step: Step,
  ): Promise<{ events: OrderEvent[]; keysGivenBack: number }> {
    const withoutKeys = (events: OrderEvent[] = []) => ({ events, keysGivenBack: 0 });
    // The buyer was notified of the refund, and its keys were revoked.
    const isHeldForFailure = order.holdReason === 'refund failed';
    if (state === 'failed' || isHeldForFailure)
      return withoutKeys(order.status === 'on_hold' && isHeldForFailure ? order.cancelHeld(step) : []);
    // All its money went back in another way meanwhile, and its keys with it.
    if (order.status === 'refunded' || order.status === 'charged_back') return withoutKeys();
    // No key was revoked for it, and no mail withdrawn.
    if (kind === 'goodwill') return withoutKeys();
    // Another refund of the same pieces was made meanwhile: their keys stay revoked.
    const kept = piecesWithout(pieces, await this.refunds.piecesGone(order.id));
    if (kept.length === 0 && order.status !== 'paid') return withoutKeys();
    if (keyIds.length > 0) {
      const theirs = kept.map((piece) => ({ ...piece, productId: order.lines[piece.line]?.productId ?? '' }));
      if (!(await this.returns.giveBack(order.id, theirs, keyIds))) throw new TooFewKeys();
    }
    const keysGivenBack = keyIds.length > 0 ? kept.length : 0;
    if (order.status === 'paid') return { events: order.hold('refund given up', step), keysGivenBack };
    if (order.canGetKeys()) {
      await this.mails.withdraw(order.id, 'keys');
      await this.mails.plan(await nextKeysMail(this.mails, order.id));
    }
    return { events: [], keysGivenBack };
  }
}
