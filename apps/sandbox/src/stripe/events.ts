import type Stripe from 'stripe';
import type { SandboxClock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Deliveries } from '../store/deliveries.ts';
import type { AnyObject, Objects } from '../store/objects.ts';
import type { Settings } from '../store/settings.ts';
import { planDeliveries, webhookBehaviour } from '../webhooks/behaviour.ts';
import { API_VERSION } from './version.ts';

/** The types that the shop's endpoint is subscribed to (docs/how-to/operators/connect-stripe.md); others are stored and not posted. */
const subscribedTypes: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'review.opened',
  'review.closed',
  'charge.failed',
  'payment_intent.payment_failed',
]);

/** The request that made something happen; nothing but nulls when nobody asked. */
export interface Cause {
  readonly id: string | null;
  readonly idempotency_key: string | null;
}

const nobody: Cause = { id: null, idempotency_key: null };

/** Stores an event and its webhooks, in the transaction of the change. */
export class Events {
  private readonly objects: Objects;
  private readonly deliveries: Deliveries;
  private readonly settings: Settings;
  private readonly clock: SandboxClock;
  private cause: Cause = nobody;

  constructor(objects: Objects, deliveries: Deliveries, settings: Settings, clock: SandboxClock) {
    this.objects = objects;
    this.deliveries = deliveries;
    this.settings = settings;
    this.clock = clock;
  }

  /** Events emitted by `work` name this request. `work` is synchronous: nothing else can come in between. */
  because<T>(cause: Cause, work: () => T): T {
    this.cause = cause;
    try {
      return work();
    } finally {
      this.cause = nobody;
    }
  }

  emit(type: Stripe.Event['type'], object: AnyObject, previous?: Record<string, unknown>): void {
    const event = {
      id: newId('evt_'),
      object: 'event',
      api_version: API_VERSION,
      created: this.clock.nowSeconds(),
      data: { object, ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 0,
      request: this.cause,
      type,
    } as Stripe.Event;
    this.objects.add(event);
    if (!subscribedTypes.has(type)) return;
    const now = this.clock.nowMs();
    const plans = planDeliveries(webhookBehaviour(this.settings), type);
    for (const { behaviour, afterMs } of plans) this.deliveries.add(event.id, behaviour, now + afterMs, now);
    if (plans.length === 0) this.deliveries.addUnsent(event.id, now);
  }

  /** With the current number of pending webhooks. */
  current(event: Stripe.Event): Stripe.Event {
    return { ...event, pending_webhooks: this.deliveries.pendingOf(event.id) };
  }
}
