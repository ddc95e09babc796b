import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { KeyStock } from '../../stock/index.ts';
import { Orders } from './ports.ts';

/** For a pending bank transfer: the keys stay reserved until it ends. */
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
      if (!order?.waitForTransfer()) return;
      await this.stock.prolong(order.id, order.expiresAt);
      await this.orders.save(order, [{ kind: 'transfer_started', actor, data: {}, at: this.clock.now() }]);
    });
  }
}
