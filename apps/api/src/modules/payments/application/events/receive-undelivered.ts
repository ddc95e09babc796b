import { Injectable } from '@nestjs/common';
import { PaymentEvents, type PaymentProvider } from '../ports.ts';
import { PaymentProviders } from '../payment-providers.ts';
import { ReceiveEvent } from './receive-event.ts';

/** A run ends after the page on which it has so many new events of a provider; the next run goes on. */
const ENOUGH = 1000;
/** So many events that cannot be stored end a run: it is not for the events. */
const MOST_FAILURES = 8;
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

  async run(): Promise<void> {
    const asked = await Promise.allSettled(this.providers.all().map((provider) => this.ask(provider)));
    const failures = asked.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    if (failures.length > 0) throw new AggregateError(failures, 'Events whose webhook did not come could not be received.');
  }

  private async ask(provider: PaymentProvider): Promise<void> {
    const before = this.newest.get(provider.name);
    let newest = before;
    let taken = 0;
    const failures: unknown[] = [];
    const isEnough = () => taken >= ENOUGH || failures.length >= MOST_FAILURES;
    for await (const page of provider.undelivered(before === undefined ? null : new Date(before - OVERLAP_MS))) {
      const storedAs = (id: string) => `${provider.eventIdPrefix}${id}`;
      const known = await this.events.known(page.map(({ event }) => storedAs(event.id)));
      for (const { event, createdAt } of page) {
        newest = Math.max(newest ?? 0, createdAt.getTime());
        if (known.has(storedAs(event.id))) continue;
        taken += 1;
        // One that cannot be stored does not keep the others back.
        await this.receiveEvent.store(provider.name, event).catch((error: unknown) => failures.push(error));
      }
      if (isEnough()) break;
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} events of ${provider.name} could not be stored.`);
    if (newest !== undefined && !isEnough()) this.newest.set(provider.name, newest);
  }
}
