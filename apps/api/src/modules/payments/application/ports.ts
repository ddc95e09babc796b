import type { Currency } from '@keyturn/shop-rules';
import type { Order } from '../../orders/index.ts';
import type { CardChecks } from '../../risk/index.ts';
import type { Claim, EndedDispute } from '../domain/dispute.ts';
import type { LostPart } from './disputes/record-partial-chargeback.ts';
import type { Evidence } from '../domain/dispute.ts';

export interface PaymentSession {
  readonly id: string;
  /** Where the buyer pays. */
  readonly url: string;
}

/**
 * State of a payment session. `processing`: a bank transfer is pending. `failed`: it did not arrive. `orderId` is the one passed when the
 * session was opened; null for sessions that the shop did not open.
 */
export interface SessionState {
  readonly id: string;
  readonly orderId: string | null;
  readonly outcome: 'open' | 'paid' | 'processing' | 'failed' | 'expired';
  readonly amountMinor: number;
  /** Null for a currency that the shop does not sell in. */
  readonly currency: Currency | null;
  readonly intentId: string | null;
  /** Of a payment by card; null or left out: it was not by card, or the provider says nothing. */
  readonly card?: CardChecks | null;
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** The payment session of the event, if any. */
  readonly sessionId: string | null;
  /** The payment of the event, if any. */
  readonly intentId: string | null;
  readonly signal: PaymentSignal | null;
  /** Whether it is about refunds of that payment. */
  readonly isAboutRefunds: boolean;
  readonly payload: unknown;
}

/** An event whose webhook was not taken, or not yet. */
export interface UndeliveredEvent {
  readonly event: ProviderEvent;
  /** By the provider's clock, in whole seconds. */
  readonly createdAt: Date;
}

/**
 * What is said about a payment: by its bank (disputes, warnings, returned refunds), or by the provider (`review`: one was opened or closed;
 * `payment-failed`: an attempt was refused). `reason` is the reason code.
 */
export interface PaymentSignal {
  readonly kind: SignalKind;
  readonly reason: string;
}

/** State of all disputes of one payment: `open` while the bank has not decided about one of them, `lost` where it took money. */
export interface DisputeState {
  readonly outcome: 'open' | 'won' | 'lost';
  /** The bank's reason code. */
  readonly reason: string;
  /** Chargebacks of the lost ones. */
  readonly lost: readonly LostPart[];
  /** The open one. */
  readonly claim?: Claim;
  /** The decided ones. */
  readonly ended?: readonly EndedDispute[];
}

export const SIGNAL_KINDS = [
  'dispute',
  'dispute-won',
  'dispute-lost',
  'fraud-warning',
  'refund-failed',
  'review',
  'payment-failed',
] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

/**
 * `amountMinor` null: the whole remaining payment. `attempt` is part of the idempotency key: a refusal of one is not repeated for the next.
 */
export interface RefundOrder {
  readonly id: string;
  readonly orderId: string;
  readonly intentId: string;
  readonly amountMinor: number | null;
  readonly attempt: number;
}

/** A refund as the provider has it. */
export interface ProviderRefund {
  readonly id: string;
  /** The shop's id of it, or of its order if it has none; null if the shop did not make it. */
  readonly refundId: string | null;
  readonly amountMinor: number;
  /** The provider's failure code; null if it is made or pending. */
  readonly failure: string | null;
}

/** An attempt at a payment that was refused. */
export interface RefusedAttempt {
  /** The provider's id of it. */
  readonly id: string;
  /** The one passed when the session was opened; null for payments that the shop did not open. */
  readonly orderId: string | null;
  /** The provider's fingerprint of the card; null: unknown. */
  readonly fingerprint: string | null;
  readonly at: Date;
  readonly amountMinor: number;
}

/** A pending event. */
export interface WaitingEvent {
  /** The name of the provider that sent it. */
  readonly provider: string;
  readonly sessionId: string | null;
  readonly intentId: string | null;
  readonly signal: PaymentSignal | null;
  readonly isAboutRefunds: boolean;
  readonly receivedAt: Date;
}

/** Headers of a webhook, with names in lower case. */
export type EventHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A payment provider. Every call is idempotent. */
export abstract class PaymentProvider {
  /** Stored in orders and events, and part of its webhook's URL: `/webhooks/{name}`. */
  abstract readonly name: string;
  /**
   * Prefix of its event ids in the shop's database, because ids are unique per provider only. Without a colon, which is not allowed in job
   * ids.
   */
  get eventIdPrefix(): string {
    return `${this.name}.`;
  }
  /** Resolves if the provider answers and accepts the credentials; without retries. @throws PaymentUnavailable */
  abstract ping(): Promise<void>;
  /** Opens the order's session, or finds the one that was opened for it before. @throws PaymentUnavailable when the provider refuses or does not answer. */
  abstract openSession(order: Order): Promise<PaymentSession>;
  /** Null when the provider does not know the session. @throws PaymentUnavailable when it does not answer. */
  abstract session(id: string): Promise<SessionState | null>;
  /** The session that a payment was made in; null for a payment without one. @throws PaymentUnavailable when the provider does not answer. */
  abstract sessionOf(intentId: string): Promise<string | null>;
  /** Null for a payment that nobody has disputed. @throws PaymentUnavailable when the provider does not answer. */
  abstract dispute(intentId: string): Promise<DisputeState | null>;
  /** The refused attempts at a payment, newest first, at most 101. @throws PaymentUnavailable when the provider does not answer. */
  abstract refusedAttempts(intentId: string): Promise<RefusedAttempt[]>;
  /**
   * Submits evidence to the bank, once for each dispute and version of it. It cannot be taken back. `disputeId`: the provider's.
   * @throws DisputeRefused where the provider does not take it, PaymentUnavailable when it does not answer.
   */
  abstract submitEvidence(disputeId: string, evidence: Evidence, version: number): Promise<void>;
  /**
   * Accepts a dispute: it is lost. One that is lost already is not changed.
   * @throws DisputeRefused where the provider refuses it, PaymentUnavailable when it does not answer.
   */
  abstract closeDispute(disputeId: string): Promise<void>;
  /** URL of a payment with its disputes in the provider's dashboard. */
  abstract pageOf(intentId: string): string;
  /**
   * Expires an unpaid session; one that is paid or ended is not changed. Read its state afterwards. @throws PaymentUnavailable when it does
   * not answer.
   */
  abstract expireSession(id: string): Promise<void>;
  /**
   * Refunds a payment, once per refund id, whichever attempt it is. Returns the amount of that refund; null where it was not made, as nothing
   * is left of the payment. @throws RefundRefused if the provider refuses.
   */
  abstract refund(order: RefundOrder): Promise<number | null>;
  /** Total amount of a payment, in minor units. @throws PaymentUnavailable when it does not answer. */
  abstract received(intentId: string): Promise<number>;
  /** All refunds of a payment, by the shop or at the provider, newest first. @throws PaymentUnavailable when it does not answer. */
  abstract refundsOf(intentId: string): Promise<ProviderRefund[]>;
  /**
   * Parses an event from the raw body and verifies its signature headers. Its id is unique among the events of this provider.
   * @throws ForgedEvent
   */
  abstract readEvent(rawBody: Buffer, headers: EventHeaders): ProviderEvent;
  /**
   * Events that the shop acts on and whose webhook was not taken, or not yet, in pages, the newest first. `after`: created later than this, by
   * the provider's clock; null: all that the provider keeps. An event that the shop took is among them while another endpoint of the account
   * has not taken it. @throws PaymentUnavailable when it does not answer, or refuses.
   */
  abstract undelivered(after: Date | null): AsyncIterable<readonly UndeliveredEvent[]>;
}

/** Inbox of provider events: stored first, processed afterwards. */
export abstract class PaymentEvents {
  /** `provider`: the name of its sender. The event's id is unique among all providers. False if it was stored before. */
  abstract add(event: ProviderEvent, provider: string): Promise<boolean>;
  /** Those of the ids that were stored before, done or not. */
  abstract known(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** An event that is not done; null for any other. */
  abstract waiting(id: string): Promise<WaitingEvent | null>;
  abstract done(id: string, outcome: string): Promise<void>;
  /** Makes an event pending again, in the current transaction. False for an unknown one. */
  abstract reopen(id: string): Promise<boolean>;
  /** Ids of events that came before `before` and are not done. */
  abstract overdue(before: Date): Promise<string[]>;
}
