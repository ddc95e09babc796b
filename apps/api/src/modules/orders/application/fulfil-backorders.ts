import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox, Transaction } from '../../../shared/ports.ts';
import { KeyStock } from '../../stock/index.ts';
import { nextKeysMail } from './order-mails.ts';
import { Orders } from './ports.ts';
import { Refunds } from './refunds.ts';

/** Delivers the backorders for which all keys are in stock. Queued by the transaction that added keys, and run periodically. */
@Injectable()
export class FulfilBackorders {
  constructor(
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly mails: MailOutbox,
    private readonly refunds: Refunds,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    for (const orderId of await this.stock.filledWaits()) await this.fill(orderId);
  }

  private fill(orderId: string): Promise<void> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order?.waitsForKeys()) return;
      if (!(await this.stock.allocate(orderId, order.paidLines(await this.refunds.piecesGone(orderId))))) return;
      await this.orders.save(order, order.beginFulfilment({ at: this.clock.now(), actor: 'worker' }));
      await this.mails.plan(await nextKeysMail(this.mails, order.id));
    });
  }
}
