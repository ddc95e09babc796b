import { Injectable } from '@nestjs/common';
import { Clock, Outbox, Transaction } from '../../../shared/ports.ts';
import { Orders } from '../../orders/index.ts';

const OVERDUE_AFTER_MS = 5 * 60_000;

/** The net below the queue: an order that was paid and got no key has its money back, also when the refund's job was lost or gave up. */
@Injectable()
export class RefundOverdue {
  constructor(
    private readonly orders: Orders,
    private readonly outbox: Outbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  run(): Promise<void> {
    return this.transaction.run(async () => {
      const now = this.clock.now().getTime();
      const hour = Math.floor(now / 3_600_000);
      for (const orderId of await this.orders.refundsDue(new Date(now - OVERDUE_AFTER_MS))) {
        await this.outbox.add({ queue: 'payments', job: 'refund', id: `refund-${orderId}-again-${hour}`, data: { orderId } });
      }
    });
  }
}
