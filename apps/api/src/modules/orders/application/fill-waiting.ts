import { Injectable } from '@nestjs/common';
import { Clock, Letters, Transaction } from '../../../shared/ports.ts';
import { KeyStock } from '../../stock/index.ts';
import { keysLetter } from './order-letters.ts';
import { Orders } from './ports.ts';

/** Delivers the waiting orders for which all keys have come. Asked for by the transaction that brought the keys, and again and again. */
@Injectable()
export class FillWaiting {
  constructor(
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly letters: Letters,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    for (const orderId of await this.stock.filledWaits()) await this.fill(orderId);
  }

  private fill(orderId: string): Promise<void> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order?.waitsForKeys() || !(await this.stock.allocate(order.id, order.paidLines()))) return;
      await this.orders.save(order, order.beginFulfilment({ at: this.clock.now(), actor: 'worker' }));
      await this.letters.plan(keysLetter(order.id, 1));
    });
  }
}
