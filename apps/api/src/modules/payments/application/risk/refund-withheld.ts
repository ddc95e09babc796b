import { Injectable } from '@nestjs/common';
import { Clock, Outbox, Transaction } from '../../../../shared/ports.ts';
import { allPieces, type Order, Orders, piecesGoneBy, piecesWithout, Refunds, RefundUnderWay, RISK_ENDED } from '../../../orders/index.ts';
import { RevokeKeys } from '../refunds/revoke-keys.ts';

/**
 * Refunds a paid order whose keys nobody has seen, by the shop itself: the keys are taken back and the refund is stored with its job, in one
 * transaction. The buyer gets the neutral mail. Idempotent; an order gets one such refund: what comes of it later is decided by staff.
 */
@Injectable()
export class RefundWithheld {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly revokeKeys: RevokeKeys,
    private readonly outbox: Outbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * `isDue` is asked under the order's lock. Returns whether the refund was stored. @throws RefundUnderWay while a part is being refunded: to
   * be tried again
   */
  run(orderId: string, actor: string, isDue: (order: Order) => boolean): Promise<boolean> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order || !isDue(order) || !order.isRefundable('whole')) return false;
      const before = await this.refunds.ofOrder(orderId);
      const open = before.find(({ state }) => state === 'asked');
      if (open?.isWhole || before.some(({ id }) => id === orderId)) return false;
      // What is left to refund is known once the part is made or given up.
      if (open) throw new RefundUnderWay();
      const step = { at: this.clock.now(), actor };
      const amountMinor = order.leftMinor();
      const pieces = piecesWithout(allPieces(order.lines), piecesGoneBy(before));
      const { events, keyIds } = await this.revokeKeys.run(order, { pieces, amountMinor, isWhole: true }, step);
      await this.orders.save(order, [
        ...events,
        { kind: RISK_ENDED, actor, data: {}, at: step.at },
        { kind: 'refund_asked', actor, data: { amountMinor }, at: step.at },
      ]);
      await this.refunds.add({
        id: orderId,
        orderId,
        kind: 'pieces',
        pieces,
        amountMinor,
        isWhole: true,
        askedBy: actor,
        reason: null,
        keyIds,
      });
      await this.outbox.add({ queue: 'payments', job: 'staff-refund', id: `refund-${orderId}-${orderId}`, data: { refundId: orderId } });
      return true;
    });
  }
}
