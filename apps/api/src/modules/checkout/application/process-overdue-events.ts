import { Injectable } from '@nestjs/common';
import { Clock, Outbox, Transaction } from '../../../shared/ports.ts';
import { PaymentEvents } from './ports.ts';

const OVERDUE_AFTER_MS = 5 * 60_000;

/** The net below the queue: an event whose job was lost with the queue's data is dealt with all the same. */
@Injectable()
export class ProcessOverdueEvents {
  constructor(
    private readonly events: PaymentEvents,
    private readonly outbox: Outbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  run(): Promise<void> {
    return this.transaction.run(async () => {
      const now = this.clock.now().getTime();
      const hour = Math.floor(now / 3_600_000);
      for (const eventId of await this.events.overdue(new Date(now - OVERDUE_AFTER_MS))) {
        await this.outbox.add({ queue: 'payments', job: 'process-event', id: `event-${eventId}-again-${hour}`, data: { eventId } });
      }
    });
  }
}
