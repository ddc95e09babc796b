import { type Currency, parseCurrency } from '@keyturn/shop-rules';
import type { Order } from '../../orders/index.ts';
import type { CardChecks } from '../../risk/index.ts';
import {
  type DisputeState,
  type EventHeaders,
  PaymentProvider,
  type PaymentSession,
  type ProviderEvent,
  type ProviderRefund,
  type RefusedAttempt,
  type RefundOrder,
  type SessionState,
  type UndeliveredEvent,
} from '../application/ports.ts';
import type { Evidence } from '../domain/dispute.ts';
import { DisputeRefused } from '../domain/dispute-errors.ts';
import { leftOfPayment } from '../domain/left-of-payment.ts';
import { ForgedEvent, PaymentUnavailable, RefundRefused } from '../domain/payment-errors.ts';

/** Refusal of a refund that is higher than what is left of its payment. */
export const MORE_THAN_IS_LEFT = 'amount_too_large';

interface Session extends PaymentSession {
  orderId: string;
  outcome: SessionState['outcome'];
  amountMinor: number;
  currency: Currency | null;
  card?: CardChecks;
}

/** A fake with the name of the shop's own provider. */
export class InMemoryPaymentProvider extends PaymentProvider {
  override readonly name: string = 'stripe';
  readonly sessions = new Map<string, Session>();
  /** Orders with a full refund. */
  readonly refunds = new Set<string>();
  /** Partial refunds, by id. */
  readonly parts = new Map<string, { readonly orderId: string; readonly amountMinor: number }>();
  /** Refusal code for every new refund; null while it makes them. */
  refusal: string | null = null;
  private readonly made: (Omit<ProviderRefund, 'failure'> & { readonly intentId: string; failure: string | null })[] = [];
  private readonly attempts = new Map<string, readonly RefusedAttempt[]>();
  private readonly kept = new Map<string, string>();
  /** State of disputes, by payment. */
  readonly disputes = new Map<string, DisputeState>();
  /** Versions of the evidence that were submitted, by dispute. */
  readonly submissions = new Map<string, number[]>();
  /** Events whose webhook did not come, oldest first. */
  readonly missed: UndeliveredEvent[] = [];
  /** Unavailable while true. */
  isDown = false;
  /** Each opening waits for this, as for a slow network. */
  slowness: Promise<void> = Promise.resolve();
  /** How many openings have begun. */
  openings = 0;

  override async ping(): Promise<void> {
    if (this.isDown) throw new PaymentUnavailable();
  }

  override async openSession(order: Order): Promise<PaymentSession> {
    this.openings += 1;
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

  /** Actions of a buyer or a bank at the provider. */
  become(sessionId: string, change: Partial<Pick<Session, 'outcome' | 'amountMinor' | 'currency' | 'card'>>): void {
    Object.assign(this.sessions.get(sessionId) ?? {}, change);
  }

  override async session(id: string): Promise<SessionState | null> {
    const session = this.sessions.get(id);
    if (!session) return null;
    const { card } = session;
    const refusedBefore = this.attempts.get(id)?.length ?? 0;
    return { ...session, intentId: `intent-${id}`, ...(card && { card: { refusedBefore, ...card } }) };
  }

  override async sessionOf(intentId: string): Promise<string | null> {
    const id = intentId.replace('intent-', '');
    return this.sessions.has(id) ? id : null;
  }

  override async dispute(intentId: string): Promise<DisputeState | null> {
    if (this.isDown) throw new PaymentUnavailable();
    return this.disputes.get(intentId) ?? null;
  }

  override async refusedAttempts(intentId: string): Promise<RefusedAttempt[]> {
    return this.attempts.get(intentId.replace('intent-', ''))?.toReversed() ?? [];
  }

  /** A bank refuses a card. */
  refuseAttempt(sessionId: string, attempt: Omit<RefusedAttempt, 'orderId'>): void {
    const orderId = this.sessions.get(sessionId)?.orderId ?? null;
    this.attempts.set(sessionId, [...(this.attempts.get(sessionId) ?? []), { ...attempt, orderId }]);
  }

  /** Two texts decide at once, as in Stripe's test mode. */
  override async submitEvidence(disputeId: string, { texts }: Evidence, version: number): Promise<void> {
    const before = this.submissions.get(disputeId) ?? [];
    if (before.includes(version)) return;
    if (!this.openClaim(disputeId)) throw new DisputeRefused('the dispute is decided');
    this.submissions.set(disputeId, [...before, version]);
    if (texts.uncategorizedText === 'winning_evidence') this.decide(disputeId, 'won');
    if (texts.uncategorizedText === 'losing_evidence') this.decide(disputeId, 'lost');
  }

  override async closeDispute(disputeId: string): Promise<void> {
    if (this.openClaim(disputeId)) return this.decide(disputeId, 'lost');
    const isLost = [...this.disputes.values()].some(({ lost }) => lost.some(({ id }) => id === disputeId));
    if (!isLost) throw new DisputeRefused('the dispute is decided');
  }

  private openClaim(disputeId: string) {
    if (this.isDown) throw new PaymentUnavailable();
    return [...this.disputes].find(([, { claim }]) => claim?.id === disputeId);
  }

  private decide(disputeId: string, outcome: 'won' | 'lost'): void {
    const [intentId, state] = this.openClaim(disputeId) ?? [];
    if (intentId === undefined || !state?.claim) return;
    const { reason, claim } = state;
    const { id, amountMinor, currency } = claim;
    const lost = outcome === 'lost' ? [{ id, amountMinor, currency: parseCurrency(currency) }] : [];
    this.disputes.set(intentId, { outcome, reason, lost, ended: [{ id, amountMinor, currency, reason, outcome }] });
  }

  override pageOf(intentId: string): string {
    return `https://pay.example/payments/${intentId}`;
  }

  override async expireSession(id: string): Promise<void> {
    if (this.isDown) throw new PaymentUnavailable();
    const session = this.sessions.get(id);
    if (session?.outcome === 'open') session.outcome = 'expired';
  }

  override async refund({ id, orderId, intentId, amountMinor, attempt }: RefundOrder): Promise<number | null> {
    if (this.isDown) throw new RefundRefused('api_connection_error');
    const before = this.made.find(({ refundId, failure }) => refundId === id && failure === null);
    if (before) return before.amountMinor;
    const kept = this.kept.get(`${id}-${attempt}`) ?? this.refusal;
    if (kept !== null) {
      this.kept.set(`${id}-${attempt}`, kept);
      throw new RefundRefused(kept, true);
    }
    const theirId = `at-provider-${id}-${attempt}`;
    // The same call again has the same answer, though the bank has returned the refund since.
    const same = this.made.find((one) => one.id === theirId);
    if (same) return same.amountMinor;
    const leftMinor = this.leftOf(intentId);
    // All was sent back under other ids.
    if (leftMinor <= 0) return null;
    const sentMinor = amountMinor ?? leftMinor;
    if (sentMinor > leftMinor) throw new RefundRefused(MORE_THAN_IS_LEFT, true);
    this.made.push({ id: theirId, refundId: id, intentId, amountMinor: sentMinor, failure: null });
    if (amountMinor === null) this.refunds.add(orderId);
    else this.parts.set(id, { orderId, amountMinor });
    return sentMinor;
  }

  /** Somebody sends back so much at the provider's dashboard; all that is left if no amount is given. Returns whether so much was left. */
  refundElsewhere(intentId: string, wantedMinor?: number): boolean {
    const leftMinor = this.leftOf(intentId);
    const amountMinor = wantedMinor ?? leftMinor;
    if (amountMinor <= 0 || amountMinor > leftMinor) return false;
    this.made.push({ id: `at-dashboard-${this.made.length}`, refundId: null, intentId, amountMinor, failure: null });
    return true;
  }

  private leftOf(intentId: string): number {
    const before = this.made.filter((refund) => refund.intentId === intentId);
    return leftOfPayment(this.receivedOf(intentId), [], before);
  }

  override async received(intentId: string): Promise<number> {
    return this.receivedOf(intentId);
  }

  private receivedOf(intentId: string): number {
    return this.sessions.get(intentId.replace('intent-', ''))?.amountMinor ?? 0;
  }

  /** The bank of the buyer returns all refunds of a payment, or one of them by its id. */
  sendBack(intentId: string, failure: string, id?: string): void {
    const meant = this.made.filter((one) => one.intentId === intentId && (id === undefined || one.id === id));
    for (const refund of meant) refund.failure = failure;
  }

  override async refundsOf(intentId: string): Promise<ProviderRefund[]> {
    if (this.isDown) throw new PaymentUnavailable();
    return this.made.filter((refund) => refund.intentId === intentId).toReversed();
  }

  override readEvent(rawBody: Buffer, headers: EventHeaders): ProviderEvent {
    if (headers['stripe-signature'] !== 'signed') throw new ForgedEvent('Stripe-Signature');
    const read = JSON.parse(rawBody.toString()) as Pick<ProviderEvent, 'id' | 'type' | 'sessionId' | 'payload'>;
    return { intentId: null, signal: null, isAboutRefunds: false, ...read };
  }

  override async *undelivered(after: Date | null): AsyncGenerator<readonly UndeliveredEvent[]> {
    if (this.isDown) throw new PaymentUnavailable();
    // As Stripe refuses it.
    if (after !== null && after.getTime() < 0) throw new Error('Events are listed from 1970 on.');
    const listed = this.missed.filter(({ createdAt }) => after === null || createdAt > after).toReversed();
    for (let start = 0; start === 0 || start < listed.length; start += 100) yield listed.slice(start, start + 100);
  }
}
