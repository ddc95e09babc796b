import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports.ts';
import { HeedSignal } from '../../orders/index.ts';
import { PaymentEvents } from './ports.ts';
import { Settle } from './settle.ts';

/** A warning may overtake the payment that it is about: for so long it waits for the order to know its payment. */
const LONGEST_LEAD_MS = 3_600_000;

/** Deals with one stored event. What it cannot use is closed with a record, not an error. */
@Injectable()
export class ProcessEvent {
  constructor(
    private readonly events: PaymentEvents,
    private readonly settle: Settle,
    private readonly heedSignal: HeedSignal,
    private readonly clock: Clock,
  ) {}

  async run(eventId: string): Promise<void> {
    const event = await this.events.waiting(eventId);
    if (!event) return;
    if (event.sessionId !== null) return this.events.done(eventId, await this.settle.run(event.sessionId, 'stripe'));
    if (event.signal === null || event.intentId === null) return this.events.done(eventId, 'ignored');
    const outcome = await this.heedSignal.run(event.intentId, event.signal);
    if (outcome === 'payment of no order' && event.receivedAt.getTime() > this.clock.now().getTime() - LONGEST_LEAD_MS)
      throw new Error(`No order has the payment of event ${eventId} yet.`);
    await this.events.done(eventId, outcome);
  }
}
