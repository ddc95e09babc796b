import { Injectable } from '@nestjs/common';
import { PaymentEvents } from './ports.ts';
import { Settle } from './settle.ts';

/** Deals with one stored event. What it cannot use is closed with a record, not an error. */
@Injectable()
export class ProcessEvent {
  constructor(
    private readonly events: PaymentEvents,
    private readonly settle: Settle,
  ) {}

  async run(eventId: string): Promise<void> {
    const event = await this.events.waiting(eventId);
    if (!event) return;
    const outcome = event.sessionId === null ? 'ignored' : await this.settle.run(event.sessionId, 'stripe');
    await this.events.done(eventId, outcome);
  }
}
