import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { KeyStock } from '../../stock/index.ts';
import { Orders } from './ports.ts';

/** Bank transfers may take this long before the provider calls them failed; the event ends the wait, this is the net below it. */
const LONGEST_TRANSFER_MS = 14 * 86_400_000;

/** A bank transfer is on its way: the keys stay reserved until it ends. */
@Injectable()
export class AwaitTransfer {
  constructor(
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  run(orderId: string, actor: string): Promise<void> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order?.isPending()) return;
      const at = this.clock.now();
      const end = new Date(order.createdAt.getTime() + LONGEST_TRANSFER_MS);
      if (order.expiresAt.getTime() === end.getTime()) return;
      order.waitUntil(end);
      await this.stock.prolong(order.id, end);
      await this.orders.save(order, [{ kind: 'transfer_started', actor, data: {}, at }]);
    });
  }
}
