import { Injectable } from '@nestjs/common';
import { Outbox, Transaction } from '../../../../shared/ports.ts';
import { type EventHeaders, PaymentEvents, type ProviderEvent } from '../ports.ts';
import { PaymentProviders } from '../payment-providers.ts';

/** Stores an event of a provider and queues its processing: the provider waits only for the storing. */
@Injectable()
export class ReceiveEvent {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly events: PaymentEvents,
    private readonly outbox: Outbox,
    private readonly transaction: Transaction,
  ) {}

  /** `provider`: the name of the webhook's provider. @throws ForgedEvent */
  async run(provider: string, rawBody: Buffer, headers: EventHeaders): Promise<void> {
    await this.store(provider, this.providers.named(provider).readEvent(rawBody, headers));
  }

  /** `read`: as the provider says it, by a signature or in its answer. One that was stored before changes nothing. */
  async store(provider: string, read: ProviderEvent): Promise<void> {
    const event = { ...read, id: `${this.providers.named(provider).eventIdPrefix}${read.id}` };
    await this.transaction.run(async () => {
      if (!(await this.events.add(event, provider))) return;
      // An event without session and payment needs no job: it is closed with a record.
      if (event.sessionId === null && event.signal === null && !event.isAboutRefunds) await this.events.done(event.id, 'ignored');
      else await this.outbox.add({ queue: 'payments', job: 'process-event', id: `event-${event.id}`, data: { eventId: event.id } });
    });
  }
}
