import type { Currency } from '@keyturn/shop-rules';
import type { Clock } from '../../../shared/ports.ts';
import type { Order } from '../../orders/index.ts';
import { PaymentEvents, PaymentProvider, type PaymentSession, type ProviderEvent, type SessionState } from '../application/ports.ts';
import { ForgedEvent, PaymentUnavailable } from '../domain/checkout-errors.ts';

interface Session extends PaymentSession {
  orderId: string;
  outcome: SessionState['outcome'];
  amountMinor: number;
  currency: Currency | null;
}

export class InMemoryPaymentProvider extends PaymentProvider {
  readonly sessions = new Map<string, Session>();
  readonly refunds = new Set<string>();
  /** Answers nothing while true. */
  isDown = false;
  /** Each opening waits for this, as for a slow network. */
  slowness: Promise<void> = Promise.resolve();

  override async openSession(order: Order): Promise<PaymentSession> {
    await this.slowness;
    if (this.isDown) throw new PaymentUnavailable();
    const id = `session-${order.id}`;
    const session = this.sessions.get(id) ?? {
      id,
      url: `https://pay.example/${id}`,
      orderId: order.id,
      outcome: 'open',
      amountMinor: order.totalMinor,
      currency: order.currency,
    };
    this.sessions.set(id, session);
    return { id, url: session.url };
  }

  /** What a buyer or a bank does at the provider's. */
  become(sessionId: string, change: Partial<Pick<Session, 'outcome' | 'amountMinor' | 'currency'>>): void {
    Object.assign(this.sessions.get(sessionId) ?? {}, change);
  }

  override async session(id: string): Promise<SessionState | null> {
    const session = this.sessions.get(id);
    return session ? { ...session, intentId: `intent-${id}` } : null;
  }

  override async expireSession(id: string): Promise<void> {
    if (this.isDown) throw new PaymentUnavailable();
    const session = this.sessions.get(id);
    if (session?.outcome === 'open') session.outcome = 'expired';
  }

  override async refund(orderId: string): Promise<void> {
    this.refunds.add(orderId);
  }

  override readEvent(rawBody: Buffer, signature: string): ProviderEvent {
    if (signature !== 'signed') throw new ForgedEvent();
    return JSON.parse(rawBody.toString()) as ProviderEvent;
  }
}

export class InMemoryPaymentEvents extends PaymentEvents {
  readonly all = new Map<string, ProviderEvent & { outcome: string | null; receivedAt: number }>();

  constructor(private readonly clock: Clock) {
    super();
  }

  override async add(event: ProviderEvent): Promise<boolean> {
    if (this.all.has(event.id)) return false;
    this.all.set(event.id, { ...event, outcome: null, receivedAt: this.clock.now().getTime() });
    return true;
  }

  override async waiting(id: string): Promise<{ sessionId: string } | null> {
    const event = this.all.get(id);
    return event && event.outcome === null && event.sessionId !== null ? { sessionId: event.sessionId } : null;
  }

  override async done(id: string, outcome: string): Promise<void> {
    const event = this.all.get(id);
    if (event) event.outcome = outcome;
  }

  override async overdue(before: Date): Promise<string[]> {
    return [...this.all.values()]
      .filter(({ outcome, receivedAt }) => outcome === null && receivedAt < before.getTime())
      .map(({ id }) => id);
  }
}
