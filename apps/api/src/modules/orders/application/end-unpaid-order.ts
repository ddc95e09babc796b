import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { KeyStock } from '../../stock/index.ts';
import type { Order } from '../domain/order.ts';
import { Orders } from './ports.ts';

/** Ends an order whose session ended without a payment and releases its keys. A paid order is not changed. */
@Injectable()
export class EndUnpaidOrder {
  constructor(
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  run(orderId: string, as: 'expired' | 'payment_failed', actor: string): Promise<void> {
    return this.end(orderId, as, actor, () => true);
  }

  /** As expired, unless its payment session was opened meanwhile: that must be ended at the provider first. */
  runWithoutSession(orderId: string, actor: string): Promise<void> {
    return this.end(orderId, 'expired', actor, ({ sessionId }) => sessionId === null);
  }

  /** As cancelled, unless another session than this one is noted by now: that must be ended at the provider first. */
  cancel(orderId: string, session: string | null, actor: string): Promise<void> {
    return this.end(orderId, 'cancelled', actor, ({ sessionId }) => sessionId === session);
  }

  private end(
    orderId: string,
    as: 'expired' | 'cancelled' | 'payment_failed',
    actor: string,
    isMeant: (order: Order) => boolean,
  ): Promise<void> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (order && !isMeant(order)) return;
      const events = order?.end(as, { at: this.clock.now(), actor }) ?? [];
      if (!order || events.length === 0) return;
      await this.stock.release(order.id);
      await this.orders.save(order, events);
    });
  }
}
