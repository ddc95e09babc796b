import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../shared/ports.ts';
import { HandleDisputeEvent } from '../disputes/handle-dispute-event.ts';
import { PaymentEvents, type WaitingEvent } from '../ports.ts';
import { PaymentProviders } from '../payment-providers.ts';
import { NoteRefusedAttempts } from '../risk/note-refused-attempts.ts';
import { RefundWarned } from '../risk/refund-warned.ts';
import { SettleReview } from '../risk/settle-review.ts';
import { SettleRefunds } from '../refunds/from-provider/settle-refunds.ts';
import { Settle } from '../settle.ts';
import { SettleDispute } from '../disputes/settle-dispute.ts';

/** An event of a payment without a session here may arrive before its order: how long it waits for that. */
const LONGEST_LEAD_MS = 3_600_000;

const PAYMENT_OF_NO_ORDER = 'payment of no order';

/** Processes one stored event. Irrelevant events are closed with a record, not an error. */
@Injectable()
export class ProcessEvent {
  constructor(
    private readonly events: PaymentEvents,
    private readonly providers: PaymentProviders,
    private readonly settle: Settle,
    private readonly settleDispute: SettleDispute,
    private readonly settleRefunds: SettleRefunds,
    private readonly handleDisputeEvent: HandleDisputeEvent,
    private readonly settleReview: SettleReview,
    private readonly refundWarned: RefundWarned,
    private readonly noteRefusedAttempts: NoteRefusedAttempts,
    private readonly clock: Clock,
  ) {}

  async run(eventId: string): Promise<void> {
    const event = await this.events.waiting(eventId);
    if (!event) return;
    if (event.sessionId !== null) return this.events.done(eventId, await this.settle.run(event.sessionId, event.provider, event.provider));
    const { intentId, signal } = event;
    if (intentId === null || (signal === null && !event.isAboutRefunds)) return this.events.done(eventId, 'ignored');
    let outcome = await this.apply(intentId, event);
    if (outcome === PAYMENT_OF_NO_ORDER && (await this.settlePayment(intentId, event))) outcome = await this.apply(intentId, event);
    const mayFollow = outcome === PAYMENT_OF_NO_ORDER || outcome === 'no dispute';
    if (mayFollow && event.receivedAt.getTime() > this.clock.now().getTime() - LONGEST_LEAD_MS)
      throw new Error(
        outcome === 'no dispute'
          ? `The provider knows no dispute for event ${eventId} yet.`
          : `No order has the payment of event ${eventId} yet.`,
      );
    await this.events.done(eventId, outcome);
  }

  /** The event of the payment itself may be on its way still, or lost, however old this one is. False for a payment without a session. */
  private async settlePayment(intentId: string, { provider }: WaitingEvent): Promise<boolean> {
    const sessionId = await this.providers.named(provider).sessionOf(intentId);
    if (sessionId !== null) await this.settle.run(sessionId, provider, provider);
    return sessionId !== null;
  }

  private apply(intentId: string, { signal, isAboutRefunds, provider }: WaitingEvent): Promise<string> {
    if (signal === null || isAboutRefunds) return this.settleRefunds.run(intentId, provider);
    switch (signal.kind) {
      case 'refund-failed':
        return this.settleRefunds.run(intentId, provider);
      case 'fraud-warning':
        return this.warn(intentId, provider, signal.reason);
      case 'review':
        return this.settleReview.run(intentId, provider);
      case 'payment-failed':
        return this.noteRefusedAttempts.run(intentId, provider);
      default:
        return this.settleDispute.run(intentId, provider);
    }
  }

  private async warn(intentId: string, provider: string, reason: string): Promise<string> {
    const page = this.providers.named(provider).pageOf(intentId);
    const outcome = await this.handleDisputeEvent.run(intentId, provider, { kind: 'fraud-warning', reason, page });
    return (await this.refundWarned.run(intentId, provider)) ? 'refunded' : outcome;
  }
}
