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
    if (event) await this.events.done(eventId, await this.settle.run(event.sessionId, 'stripe'));
  }
}
