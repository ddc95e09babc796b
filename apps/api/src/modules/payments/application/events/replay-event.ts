import { Injectable } from '@nestjs/common';
import { Ids, Outbox, Transaction } from '../../../../shared/ports.ts';
import { Audit, type Operator } from '../../../ops/index.ts';
import { EventNotFound } from '../../domain/payment-errors.ts';
import { StaffPayments } from '../staff-payments.ts';
import { PaymentEvents } from '../ports.ts';

/** Processes an event again. Settling reads the provider's current state, so an old event does no harm. */
@Injectable()
export class ReplayEvent {
  constructor(
    private readonly staffPayments: StaffPayments,
    private readonly events: PaymentEvents,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly ids: Ids,
  ) {}

  /** @throws EventNotFound */
  run(eventId: string, { by, reason }: { by: Operator; reason: string }): Promise<void> {
    return this.transaction.run(async () => {
      const before = await this.staffPayments.event(eventId);
      if (before === null || !(await this.events.reopen(eventId))) throw new EventNotFound();
      // A new id: the queue may still know the first one.
      const id = `event-${eventId}-replay-${this.ids.next()}`;
      await this.outbox.add({ queue: 'payments', job: 'process-event', id, data: { eventId } });
      await this.audit.record({
        by,
        action: 'payments.replay',
        subject: { type: 'payment-event', id: eventId },
        before: { state: before.state, outcome: before.outcome },
        after: { state: 'waiting', outcome: null },
        reason,
      });
    });
  }
}
