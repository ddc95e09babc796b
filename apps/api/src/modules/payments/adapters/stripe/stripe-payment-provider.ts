import { currencyCode, parseCurrency } from '@keyturn/shop-rules';
import { Injectable, Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import Stripe from 'stripe';
import { computerSeconds } from '../../../../platform/clock/computer-time.ts';
import { Config } from '../../../../platform/config/config.ts';
import type { Order } from '../../../orders/index.ts';
import type { CardChecks } from '../../../risk/index.ts';
import {
  type DisputeState,
  type EventHeaders,
  PaymentProvider,
  type PaymentSession,
  type ProviderEvent,
  type ProviderRefund,
  type RefundOrder,
  type RefusedAttempt,
  type SessionState,
  type UndeliveredEvent,
} from '../../application/ports.ts';
import { ForgedEvent, PaymentUnavailable, RefundRefused } from '../../domain/payment-errors.ts';
import { leftOfPayment } from '../../domain/left-of-payment.ts';
import { cardChecks } from './card-checks.ts';
import { cancelAddress } from '../cancel-address.ts';
import type { Evidence } from '../../domain/dispute.ts';
import { closeAtStripe, submitToStripe } from './stripe-evidence.ts';
import { disputeState, readStripeEvent } from './stripe-event-mapper.ts';
import { ofCharge, unproven } from './refused-attempts.ts';
import { undeliveredAtStripe } from './undelivered-events.ts';

const TIMEOUT_MS = 10_000;
const PING_TIMEOUT_MS = 5000;
/** Stripe's own tolerance for the age of a signature. Source: docs.stripe.com/webhooks#replay-attacks */
const SIGNATURE_TOLERANCE_SECONDS = 300;
/** Of one process. Stripe allows 25 requests a second for each endpoint. Source: docs.stripe.com/rate-limits */
const MOST_READS_AT_ONCE = 8;
const SIGNATURE_HEADER = 'Stripe-Signature';

@Injectable()
export class StripePaymentProvider extends PaymentProvider {
  static readonly signatureHeaders = [SIGNATURE_HEADER];
  override readonly name = 'stripe';
  private readonly logger = new Logger('stripe');
  private readonly stripe: Stripe;
  /** Many payments at once must not leave checkouts without an answer. */
  private readonly reads = pLimit(MOST_READS_AT_ONCE);

  constructor(private readonly config: Config) {
    super();
    this.stripe = new Stripe(config.stripe.secretKey, {
      ...address(config.stripe.apiUrl),
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 3,
      telemetry: false,
    });
  }

  /** Empty: ids were stored without a prefix when there was no other provider. */
  override get eventIdPrefix(): string {
    return '';
  }

  override async ping(): Promise<void> {
    try {
      await this.stripe.checkout.sessions.list({ limit: 1 }, { maxNetworkRetries: 0, timeout: PING_TIMEOUT_MS });
    } catch (error) {
      // A restricted key without this permission is valid all the same.
      if (error instanceof Stripe.errors.StripePermissionError) return;
      throw new PaymentUnavailable();
    }
  }

  override async openSession(order: Order): Promise<PaymentSession> {
    try {
      const session = await this.stripe.checkout.sessions.create(
        {
          mode: 'payment',
          line_items: order.lines.map((line) => ({
            quantity: line.quantity,
            price_data: {
              currency: currencyCode(order.currency).toLowerCase(),
              unit_amount: line.unitMinor,
              product_data: { name: line.name.slice(0, 250) },
            },
          })),
          customer_email: order.email,
          // Shown in the dashboard; the shop reads the metadata.
          client_reference_id: order.id,
          metadata: { order_id: order.id, order_number: order.number },
          payment_intent_data: { metadata: { order_id: order.id, order_number: order.number } },
          expires_at: Math.floor(order.expiresAt.getTime() / 1000),
          success_url: `${this.config.storefrontOrigin}/success`,
          cancel_url: cancelAddress(order.id, this.config),
          allowed_payment_method_types: [...this.config.stripe.paymentMethods],
          ...(order.threeDSecure !== null && { payment_method_options: { card: { request_three_d_secure: order.threeDSecure } } }),
        },
        { idempotencyKey: `session-${order.id}` },
      );
      if (session.url === null) throw new PaymentUnavailable();
      return { id: session.id, url: session.url };
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      this.logger.error({
        message: 'No payment session could be opened.',
        orderId: order.id,
        type: error.type,
        code: error.code,
        param: error.param,
      });
      throw new PaymentUnavailable();
    }
  }

  override async session(id: string): Promise<SessionState | null> {
    const session = await ifKnown(
      this.reads(() => this.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge', 'payment_intent.review'] })),
    );
    if (!session) return null;
    const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent;
    return {
      id: session.id,
      // Not `client_reference_id`: whoever opens a Payment Link of the same account may choose that.
      orderId: session.metadata?.order_id ?? null,
      outcome: outcome(session, intent),
      amountMinor: session.amount_total ?? 0,
      currency: parseCurrency(session.currency),
      intentId: intent?.id ?? null,
      card: intent && (await this.cardOf(intent)),
    };
  }

  /** Attempts that were refused have a charge each, unless the buyer failed 3-D Secure. */
  private async cardOf(intent: Stripe.PaymentIntent): Promise<CardChecks | null> {
    const checks = cardChecks(intent);
    if (checks === null || intent.status !== 'succeeded') return checks;
    const refused = await this.reads(() => this.refusedCharges(intent.id));
    return { ...checks, refusedBefore: refused.length };
  }

  /** Source: docs.stripe.com, "Dashboard": payments made with test keys are shown below /test. */
  override pageOf(intentId: string): string {
    const mode = /^[a-z]+_test_/.test(this.config.stripe.secretKey) ? 'test/' : '';
    return `https://dashboard.stripe.com/${mode}payments/${encodeURIComponent(intentId)}`;
  }

  /** By payment, not by dispute: a payment may have several, and an event is about one of them only. */
  override async dispute(intentId: string): Promise<DisputeState | null> {
    const disputes = await ifKnown(this.stripe.disputes.list({ payment_intent: intentId, limit: 100 }));
    return disputes && disputeState(disputes.data);
  }

  override async refusedAttempts(intentId: string): Promise<RefusedAttempt[]> {
    const [charges, intent] = await Promise.all([this.refusedCharges(intentId), ifKnown(this.stripe.paymentIntents.retrieve(intentId))]);
    return [intent && unproven(intent), ...charges].filter((attempt) => attempt !== null);
  }

  private async refusedCharges(intentId: string): Promise<RefusedAttempt[]> {
    const charges = await ifKnown(this.stripe.charges.list({ payment_intent: intentId, limit: 100 }));
    return (charges?.data ?? []).map(ofCharge).filter((attempt) => attempt !== null);
  }

  override submitEvidence(disputeId: string, evidence: Evidence, version: number): Promise<void> {
    return submitToStripe(this.stripe, disputeId, evidence, version);
  }

  override closeDispute(disputeId: string): Promise<void> {
    return closeAtStripe(this.stripe, disputeId);
  }

  override async sessionOf(intentId: string): Promise<string | null> {
    return (await ifKnown(this.stripe.checkout.sessions.list({ payment_intent: intentId, limit: 1 })))?.data[0]?.id ?? null;
  }

  override async expireSession(id: string): Promise<void> {
    try {
      // Without an idempotency key: the provider would repeat the first refusal for a day.
      await this.stripe.checkout.sessions.expire(id);
    } catch (error) {
      // Refused for a session that is paid or ended: read its state.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return;
      if (error instanceof Stripe.errors.StripeError) throw new PaymentUnavailable();
      throw error;
    }
  }

  override async refund({ id, orderId, intentId, amountMinor, attempt }: RefundOrder): Promise<number | null> {
    try {
      // An earlier attempt may have succeeded with a lost answer.
      const refunds = await this.listRefunds(intentId);
      const made = refunds.find(({ refundId, failure }) => refundId === id && failure === null);
      if (made) return made.amountMinor;
      const amount = amountMinor ?? (await this.leftByBanks(intentId, refunds));
      const refund = await this.stripe.refunds.create(
        {
          payment_intent: intentId,
          ...(amount !== null && { amount }),
          metadata: { order_id: orderId, refund_id: id },
        },
        { idempotencyKey: `refund-${id}-${attempt}` },
      );
      if (hasFailed(refund)) throw new RefundRefused(`refund ${refund.status}`, true);
      return refund.amount;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded') return null;
      if (error instanceof Stripe.errors.StripeError) throw new RefundRefused(error.code ?? error.type, isKept(error));
      throw error;
    }
  }

  /**
   * Without an amount the provider refunds the whole remaining charge, including chargebacks: after a lost dispute the remaining amount is
   * passed. Null without any.
   * @throws RefundRefused where nothing is left
   */
  private async leftByBanks(intentId: string, refunds: readonly ProviderRefund[]): Promise<number | null> {
    const lost = disputeState((await this.stripe.disputes.list({ payment_intent: intentId, limit: 100 })).data)?.lost ?? [];
    if (lost.length === 0) return null;
    const { amount_received: received } = await this.stripe.paymentIntents.retrieve(intentId);
    const left = leftOfPayment(received, lost, refunds);
    if (left <= 0) throw new RefundRefused('charge_disputed');
    return left;
  }

  override async received(intentId: string): Promise<number> {
    return (await orUnavailable(this.stripe.paymentIntents.retrieve(intentId))).amount_received;
  }

  override refundsOf(intentId: string): Promise<ProviderRefund[]> {
    return orUnavailable(this.listRefunds(intentId));
  }

  private async listRefunds(intentId: string): Promise<ProviderRefund[]> {
    const refunds = [];
    for await (const { id, metadata, amount, status, failure_reason: reason } of this.stripe.refunds.list({
      payment_intent: intentId,
      limit: 100,
    }))
      refunds.push({
        id,
        refundId: metadata?.refund_id ?? metadata?.order_id ?? null,
        amountMinor: amount,
        failure: hasFailed({ status }) ? (reason ?? 'unknown') : null,
      });
    return refunds;
  }

  override undelivered(after: Date | null): AsyncIterable<readonly UndeliveredEvent[]> {
    return undeliveredAtStripe(this.stripe, after);
  }

  override readEvent(rawBody: Buffer, headers: EventHeaders): ProviderEvent {
    const signature = headers[SIGNATURE_HEADER.toLowerCase()];
    try {
      if (typeof signature !== 'string') throw new ForgedEvent(SIGNATURE_HEADER);
      const event = this.stripe.webhooks.constructEvent(rawBody, signature, this.config.stripe.webhookSecret, SIGNATURE_TOLERANCE_SECONDS);
      if (signedAt(signature) > computerSeconds() + SIGNATURE_TOLERANCE_SECONDS) throw new ForgedEvent(SIGNATURE_HEADER);
      return readStripeEvent(event);
    } catch {
      throw new ForgedEvent(SIGNATURE_HEADER);
    }
  }
}

/** The time of a signature in seconds, the latest where there are several: the library refuses old ones, and takes those from the future. */
function signedAt(signature: string): number {
  return Math.max(...[...signature.matchAll(/t=(\d+)/g)].map(([, seconds]) => Number(seconds)));
}

/** Null where Stripe does not know what was asked for. @throws PaymentUnavailable if it does not answer as expected */
async function ifKnown<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null;
    if (error instanceof Stripe.errors.StripeError) throw new PaymentUnavailable();
    throw error;
  }
}

/** @throws PaymentUnavailable if Stripe does not answer as expected */
async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) throw new PaymentUnavailable();
    throw error;
  }
}

function hasFailed({ status }: Pick<Stripe.Refund, 'status'>): boolean {
  return status === 'failed' || status === 'canceled';
}

/**
 * Whether the provider repeats this answer for the same idempotency key, for a day at least: refusals of the request, and replays. Not
 * errors before its execution, such as rate limits or lost connections. Source: docs.stripe.com/api/idempotent_requests
 */
function isKept(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError || error.headers?.['idempotent-replayed'] === 'true';
}

function outcome(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): SessionState['outcome'] {
  if (session.status === 'expired') return 'expired';
  if (session.status !== 'complete') return 'open';
  if (session.payment_status !== 'unpaid') return 'paid';
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled' ? 'failed' : 'processing';
}

/** Only the configured URL distinguishes Stripe from a stand-in. */
function address(apiUrl: string | null): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (apiUrl === null) return {};
  const { hostname, port, protocol } = new URL(apiUrl);
  return {
    host: hostname,
    protocol: protocol === 'https:' ? 'https' : 'http',
    port: port === '' ? (protocol === 'https:' ? '443' : '80') : port,
  };
}
