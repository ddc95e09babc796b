import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { KeyStock } from '../../../stock/index.ts';
import { allPieces, isAutomatic, type NewRefund, Orders, piecesGoneBy, piecesWithout, Refunds } from '../../../orders/index.ts';

/** Ends the wait of a backorder before its refund, so that it cannot get both keys and money, and stores the refund. */
@Injectable()
export class CancelBackorder {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly stock: KeyStock,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** The refund of the whole payment, the same on a repeated call; null if the order got its keys or its refund meanwhile. */
  run(orderId: string, actor: string): Promise<string | null> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (order?.status !== 'paid') return null;
      const events = order.giveUpWaiting({ at: this.clock.now(), actor });
      if (events.length > 0) await this.stock.release(order.id);
      await this.orders.save(order, events);
      const before = await this.refunds.ofOrder(order.id);
      const open = before.find(({ state }) => state === 'asked');
      if (open) return open.id;
      const refund: NewRefund = {
        id: order.id,
        orderId: order.id,
        kind: 'pieces',
        pieces: piecesWithout(allPieces(order.lines), piecesGoneBy(before)),
        amountMinor: order.leftMinor(),
        isWhole: true,
        askedBy: actor,
        reason: null,
        keyIds: [],
      };
      // Given up by staff, who released the order to wait once more. Under another id, one that was made all the same would be made twice.
      await (before.some(isAutomatic) ? this.refunds.askAnew(refund) : this.refunds.add(refund));
      return order.id;
    });
  }
}
