import { Injectable } from '@nestjs/common';
import { Outbox, Transaction } from '../../../../shared/ports.ts';
import { PaymentEvents, PaymentProvider } from '../ports.ts';

/** Stores a signed event and has it dealt with later: the provider waits for the storing only. */
@Injectable()
export class ReceiveEvent {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly events: PaymentEvents,
    private readonly outbox: Outbox,
    private readonly transaction: Transaction,
  ) {}

  async run(rawBody: Buffer, signature: string): Promise<void> {
    const event = this.provider.readEvent(rawBody, signature);
    await this.transaction.run(async () => {
      if (!(await this.events.add(event))) return;
      // What is about no session and says nothing of a payment needs no job: it is closed with a record.
      if (event.sessionId === null && event.signal === null && !event.isAboutRefunds) await this.events.done(event.id, 'ignored');
      else await this.outbox.add({ queue: 'payments', job: 'process-event', id: `event-${event.id}`, data: { eventId: event.id } });
    });
  }
}
