import type Stripe from 'stripe';
import type { Delivery } from '../store/deliveries.ts';
import type { StripeState } from '../stripe-state.ts';
import { webhookBehaviour } from './behaviour.ts';
import { signatureHeader } from './signature.ts';

const MOST_AT_ONCE = 20;
const ANSWER_WITHIN_MS = 20_000;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;
/** Twice the five minutes that Stripe's libraries tolerate. */
const STALE_BY_SECONDS = 600;

/** Posts webhooks that are due: at least once each, many at a time, and in no promised order, as Stripe does. */
export class Dispatcher {
  private readonly state: StripeState;
  private readonly onFreed: () => void;
  private readonly inFlight = new Map<number, Promise<void>>();
  private readonly closing = new AbortController();

  /** `onFreed` is called when there is room for another one. */
  constructor(state: StripeState, onFreed: () => void) {
    this.state = state;
    this.onFreed = onFreed;
  }

  /** Those that are due at `nowMs`. */
  dispatchDue(nowMs: number): void {
    if (this.inFlight.size >= MOST_AT_ONCE) return;
    // Webhooks in progress are still due; skip them, and fill up to the limit without reading the whole backlog.
    const due = this.state.deliveries.due(nowMs, MOST_AT_ONCE);
    const waiting = due.filter((delivery) => !this.inFlight.has(delivery.id));
    if (waiting.some(isHeldBack)) this.track(this.state.deliveries.heldBack().filter(({ id }) => !this.inFlight.has(id)));
    for (const delivery of waiting) {
      if (this.inFlight.size >= MOST_AT_ONCE) return;
      if (!isHeldBack(delivery)) this.track([delivery]);
    }
  }

  /** Aborts pending requests: they are sent again after the next start. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.inFlight.values());
  }

  /** Sequentially, in the given order. */
  private track(batch: readonly Delivery[]): void {
    const sending = (async () => {
      for (const delivery of batch) await this.send(delivery);
    })().finally(() => {
      for (const { id } of batch) this.inFlight.delete(id);
      if (!this.closing.signal.aborted) this.onFreed();
    });
    for (const { id } of batch) this.inFlight.set(id, sending);
  }

  private async send(delivery: Delivery): Promise<void> {
    const stored = this.state.objects.find('event', delivery.event);
    if (this.closing.signal.aborted) return;
    if (!stored) return this.state.deliveries.settle(delivery.id, 'given-up', 'the event is gone');
    const { isDelivered, outcome } = await this.post(this.state.events.current(stored), delivery);
    if (this.closing.signal.aborted) return;
    const now = this.state.clock.nowMs();
    const isForAttack = delivery.behaviour === 'forged' || delivery.behaviour === 'stale';
    if (isDelivered) this.state.deliveries.settle(delivery.id, 'delivered', outcome);
    else if (isForAttack || now - delivery.createdAt > GIVE_UP_AFTER_MS) this.state.deliveries.settle(delivery.id, 'given-up', outcome);
    else this.state.deliveries.postpone(delivery.id, now + this.delayAfter(delivery.attempts), outcome);
  }

  private async post(event: Stripe.Event, { behaviour }: Delivery): Promise<{ isDelivered: boolean; outcome: string }> {
    const { webhookSecret, webhookUrl } = this.state.config;
    const payload = JSON.stringify(event, null, 2);
    const timestamp = this.state.clock.nowSeconds() - (behaviour === 'stale' ? STALE_BY_SECONDS : 0);
    const secret = behaviour === 'forged' ? `${webhookSecret}-forged` : webhookSecret;
    try {
      const response = await fetch(webhookBehaviour(this.state.settings).url ?? webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(payload, secret, timestamp),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN_MS), this.closing.signal]),
      });
      await response.body?.cancel();
      return { isDelivered: response.ok, outcome: `HTTP ${response.status}` };
    } catch (error) {
      return { isDelivered: false, outcome: error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'unreachable' };
    }
  }

  private delayAfter(attempts: number): number {
    const delays = this.state.config.retryDelaysMs;
    return delays[Math.min(attempts, delays.length - 1)] ?? 1000;
  }
}

function isHeldBack(delivery: Delivery): boolean {
  return delivery.behaviour === 'out-of-order' && delivery.attempts === 0;
}
