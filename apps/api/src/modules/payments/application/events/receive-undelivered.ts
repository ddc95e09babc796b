import { Injectable } from '@nestjs/common';
import { Failures } from '../../../../shared/failures.ts';
import { PaymentEvents, type PaymentProvider, type UndeliveredEvent } from '../ports.ts';
import { PaymentProviders } from '../payment-providers.ts';
import { ReceiveEvent } from './receive-event.ts';

/** A run ends after the page on which it has so many new events of a provider; the next run goes on. */
const ENOUGH = 1000;
/** A provider may list an event later than a younger one. */
const OVERLAP_MS = 3_600_000;

/**
 * Asks the providers for events whose webhook did not come, and takes them as if it had. Stripe sends a webhook for three days and lists its
 * event for 30: a shop that was away for longer than three days still learns of it.
 */
@Injectable()
export class ReceiveUndelivered {
  /**
   * When the newest event that a complete run was told of was created, by provider and its clock. An event before it that was not listed had
   * been delivered, so that the next run asks from there. Not stored: a new process begins with all events.
   */
  private readonly newest = new Map<string, number>();

  constructor(
    private readonly providers: PaymentProviders,
    private readonly events: PaymentEvents,
    private readonly receiveEvent: ReceiveEvent,
  ) {}

  /** Called periodically. @throws the first failure, when all other events were stored */
  async run(): Promise<void> {
    const failures = new Failures();
    for (const provider of this.providers.all()) await failures.attempt(() => this.ask(provider));
    failures.raise();
  }

  private async ask(provider: PaymentProvider): Promise<void> {
    const before = this.newest.get(provider.name);
    const failures = new Failures();
    let newest = before;
    let taken = 0;
    for await (const page of provider.undelivered(before === undefined ? null : new Date(before - OVERLAP_MS))) {
      if (page.length === 0) continue;
      const idOf = ({ event }: UndeliveredEvent) => `${provider.eventIdPrefix}${event.id}`;
      const known = await this.events.known(page.map(idOf));
      const fresh = page.filter((one) => !known.has(idOf(one)));
      let isOneStored = false;
      for (const { event } of fresh)
        await failures.attempt(async () => {
          await this.receiveEvent.store(provider.name, event);
          isOneStored = true;
        });
      taken += fresh.length;
      newest = Math.max(newest ?? 0, ...page.map(({ createdAt }) => createdAt.getTime()));
      // Where none can be stored it is not for the events.
      if (taken >= ENOUGH || (fresh.length > 0 && !isOneStored)) break;
    }
    failures.raise();
    if (newest !== undefined && taken < ENOUGH) this.newest.set(provider.name, newest);
  }
}
