import type { Currency } from '@keyturn/shop-rules';
import type { Order } from '../../orders/index.ts';
import type { Claim, EndedDispute } from './disputes/handle-dispute-event.ts';
import type { LostPart } from './disputes/record-partial-chargeback.ts';

export interface PaymentSession {
  readonly id: string;
  /** Where the buyer pays. */
  readonly url: string;
}

/**
 * How a payment session stands. `processing`: a bank transfer is on its way. `failed`: it did not arrive.
 * `orderId` is what the shop said when it opened the session; null for sessions of others.
 */
export interface SessionState {
  readonly id: string;
  readonly orderId: string | null;
  readonly outcome: 'open' | 'paid' | 'processing' | 'failed' | 'expired';
  readonly amountMinor: number;
  /** Null for a currency that the shop does not sell in. */
  readonly currency: Currency | null;
  readonly intentId: string | null;
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** The payment session that the event is about, where it is about one. */
  readonly sessionId: string | null;
  /** The payment that the event is about, where it names one. */
  readonly intentId: string | null;
  readonly signal: PaymentSignal | null;
  /** Whether it tells of refunds of that payment. */
  readonly isAboutRefunds: boolean;
  readonly payload: unknown;
}

/** What the buyer's bank says of a payment that was made. `reason` is the bank's word. */
export interface PaymentSignal {
  readonly kind: SignalKind;
  readonly reason: string;
}

/** How the disputes of one payment stand together: `open` while the bank has not decided about one of them, `lost` where it took money. */
export interface DisputeState {
  readonly outcome: 'open' | 'won' | 'lost';
  /** The bank's word. */
  readonly reason: string;
  /** What the lost ones among them took. */
  readonly lost: readonly LostPart[];
  /** What is wanted by the one that is open. */
  readonly claim?: Claim;
  /** Those that the bank has decided about. */
  readonly ended?: readonly EndedDispute[];
}

export const SIGNAL_KINDS = ['dispute', 'dispute-won', 'dispute-lost', 'fraud-warning', 'refund-failed'] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

/** `amountMinor` null: all that is left of the payment. A refusal under one `attempt` is not the answer to the next. */
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
  /** The shop's name of it, or of its order where it has none; null for one that was not made by the shop. */
  readonly refundId: string | null;
  readonly amountMinor: number;
  /** Why the money did not arrive, in the provider's word; null for one that is made or on its way. */
  readonly failure: string | null;
}

/** An event that waits to be dealt with. */
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

/** A payment provider. Every call may be repeated: repeats have one effect. */
export abstract class PaymentProvider {
  /** By which orders and events name it, and its webhooks' address: `/webhooks/{name}`. */
  abstract readonly name: string;
  /**
   * Stands before the ids of its events where the shop stores them: another provider may give the same. No colon, which the queue takes in no
   * id of a job.
   */
  get eventIdPrefix(): string {
    return `${this.name}.`;
  }
  /** Resolves where the provider answers and knows the shop; asks once. @throws PaymentUnavailable */
  abstract ping(): Promise<void>;
  /** Opens the order's session, or finds the one that was opened for it before. @throws PaymentUnavailable when the provider refuses or does not answer. */
  abstract openSession(order: Order): Promise<PaymentSession>;
  /** Null when the provider does not know the session. @throws PaymentUnavailable when it does not answer. */
  abstract session(id: string): Promise<SessionState | null>;
  /** Null for a payment that nobody has disputed. @throws PaymentUnavailable when the provider does not answer. */
  abstract dispute(intentId: string): Promise<DisputeState | null>;
  /** Where the shop's staff sees a payment, its disputes and what they want, at the provider. */
  abstract pageOf(intentId: string): string;
  /** Ends a session that nobody has paid; one that is paid or ended stays as it is. Look at its state afterwards. @throws PaymentUnavailable when it does not answer. */
  abstract expireSession(id: string): Promise<void>;
  /** Sends money of a payment back, once per refund id, whichever attempt it is. @throws RefundRefused where the provider says no. */
  abstract refund(order: RefundOrder): Promise<void>;
  /** What a payment brought in all, in minor units. @throws PaymentUnavailable when it does not answer. */
  abstract received(intentId: string): Promise<number>;
  /** All refunds of a payment, whoever made them, newest first. @throws PaymentUnavailable when it does not answer. */
  abstract refundsOf(intentId: string): Promise<ProviderRefund[]>;
  /**
   * Reads an event from the raw body and whichever headers prove that the provider sent it. Its id is unique among the events of this provider.
   * @throws ForgedEvent
   */
  abstract readEvent(rawBody: Buffer, headers: EventHeaders): ProviderEvent;
}

/** Inbox of provider events: stored first, dealt with afterwards. */
export abstract class PaymentEvents {
  /** `provider`: the name of who sent it. The event's id is unique among those of all providers. False when it was stored before. */
  abstract add(event: ProviderEvent, provider: string): Promise<boolean>;
  /** An event that is not done; null for any other. */
  abstract waiting(id: string): Promise<WaitingEvent | null>;
  abstract done(id: string, outcome: string): Promise<void>;
  /** Makes an event wait again, in the current transaction. False for an unknown one. */
  abstract reopen(id: string): Promise<boolean>;
  /** Ids of events that came before `before` and are not done. */
  abstract overdue(before: Date): Promise<string[]>;
}
