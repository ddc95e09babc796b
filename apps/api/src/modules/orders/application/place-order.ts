import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '../../../shared/ports.ts';
import { KeyStock } from '../../stock/index.ts';
import { Order, type OrderDraft } from '../domain/order.ts';
import { Orders } from './ports.ts';

/** Writes an unpaid order and reserves its keys. Runs inside the caller's transaction: all of it or nothing. */
@Injectable()
export class PlaceOrder {
  constructor(
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Returns the order, or the available stock of each product that is short. */
  async run(draft: OrderDraft, reservedUntil: Date): Promise<{ order: Order } | { short: ReadonlyMap<string, number> }> {
    const at = this.clock.now();
    const order = new Order({ ...draft, id: this.ids.next(), number: this.ids.orderNumber(), at });
    const short = await this.stock.reserve(order.id, order.lines, reservedUntil);
    if (short.size > 0) return { short };
    await this.orders.save(order, [
      { kind: 'placed', actor: 'buyer', data: { totalMinor: order.totalMinor, currency: order.currency }, at },
    ]);
    return { order };
  }
}
