import { Injectable } from '@nestjs/common';
import { again } from '../../../../shared/again.ts';
import { Clock, Outbox } from '../../../../shared/ports.ts';
import { Orders } from '../ports.ts';

/** Ends the wait of a backorder for keys that would not activate in its buyer's country: keys that are in stock by then it still gets. */
@Injectable()
export class EndExcludedWait {
  constructor(
    private readonly orders: Orders,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** In the caller's transaction. The refund is due from then on. @param country that excludes the product since the sale, two letters */
  async run(orderId: string, excluded: { readonly productId: string; readonly country: string }): Promise<void> {
    const order = await this.orders.forUpdate(orderId);
    if (!order) return;
    const now = this.clock.now();
    const events = order.endExcludedWait(excluded, { at: now, actor: 'worker' });
    if (events.length === 0) return;
    await this.orders.save(order, events);
    await this.outbox.add(again({ queue: 'payments', job: 'refund', id: `refund-${orderId}`, data: { orderId } }, now));
  }
}
