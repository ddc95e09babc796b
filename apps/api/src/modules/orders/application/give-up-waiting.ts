import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { KeyStock } from '../../stock/index.ts';
import { Orders } from './ports.ts';

/** Takes a paid order out of the queue for keys before its money goes back, so that it cannot get both. */
@Injectable()
export class GiveUpWaiting {
  constructor(
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Whether the whole payment is to go back: false for an order that got its keys meanwhile, or its money. */
  run(orderId: string, actor: string): Promise<boolean> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (order?.status !== 'paid') return false;
      const events = order.giveUpWaiting({ at: this.clock.now(), actor });
      if (events.length > 0) await this.stock.release(order.id);
      await this.orders.save(order, events);
      return true;
    });
  }
}
