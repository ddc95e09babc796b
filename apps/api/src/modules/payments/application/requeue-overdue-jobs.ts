import { Injectable } from '@nestjs/common';
import { again, overdueBefore } from '../../../shared/again.ts';
import { Clock, Outbox, Transaction } from '../../../shared/ports.ts';
import { Orders, Refunds } from '../../orders/index.ts';
import { PaymentEvents } from './ports.ts';

/** Requeues pending events and refunds whose jobs were lost or have failed. */
@Injectable()
export class RequeueOverdueJobs {
  constructor(
    private readonly events: PaymentEvents,
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly outbox: Outbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  run(): Promise<void> {
    return this.transaction.run(async () => {
      const now = this.clock.now();
      for (const eventId of await this.events.overdue(overdueBefore(now))) {
        await this.outbox.add(again({ queue: 'payments', job: 'process-event', id: `event-${eventId}`, data: { eventId } }, now));
      }
      const due = await this.orders.refundsDue(overdueBefore(now));
      for (const orderId of due) {
        await this.outbox.add(again({ queue: 'payments', job: 'refund', id: `refund-${orderId}`, data: { orderId } }, now));
      }
      // For the paid orders above, the first job stores the refund.
      for (const { id, orderId } of await this.refunds.overdue(overdueBefore(now))) {
        if (due.includes(orderId)) continue;
        await this.outbox.add(
          again({ queue: 'payments', job: 'staff-refund', id: `refund-${orderId}-${id}`, data: { refundId: id } }, now),
        );
      }
    });
  }
}
