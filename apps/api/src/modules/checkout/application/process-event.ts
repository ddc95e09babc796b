import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports.ts';
import { HeedSignal } from '../../orders/index.ts';
import { PaymentEvents, type PaymentSignal } from './ports.ts';
import { Settle } from './settle.ts';
import { SettleDispute } from './settle-dispute.ts';

/** A warning may overtake the payment that it is about: for so long it waits for the order to know its payment. */
const LONGEST_LEAD_MS = 3_600_000;

/** Deals with one stored event. What it cannot use is closed with a record, not an error. */
@Injectable()
export class ProcessEvent {
  constructor(
    private readonly events: PaymentEvents,
    private readonly settle: Settle,
    private readonly settleDispute: SettleDispute,
    private readonly heedSignal: HeedSignal,
    private readonly clock: Clock,
  ) {}

  async run(eventId: string): Promise<void> {
    const event = await this.events.waiting(eventId);
    if (!event) return;
    if (event.sessionId !== null) return this.events.done(eventId, await this.settle.run(event.sessionId, 'stripe'));
    if (event.signal === null || event.intentId === null) return this.events.done(eventId, 'ignored');
    const outcome = await this.heed(event.intentId, event.signal);
    const mayFollow = outcome === 'payment of no order' || outcome === 'no dispute';
    if (mayFollow && event.receivedAt.getTime() > this.clock.now().getTime() - LONGEST_LEAD_MS)
      throw new Error(
        outcome === 'no dispute'
          ? `The provider knows no dispute for event ${eventId} yet.`
          : `No order has the payment of event ${eventId} yet.`,
      );
    await this.events.done(eventId, outcome);
  }

  private heed(intentId: string, signal: PaymentSignal): Promise<string> {
    return signal.kind.startsWith('dispute') ? this.settleDispute.run(intentId) : this.heedSignal.run(intentId, signal);
  }
}
