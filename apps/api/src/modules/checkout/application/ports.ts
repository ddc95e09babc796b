import type { Currency } from '@keyturn/shop-rules';
import type { Order } from '../../orders/index.ts';

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
  readonly payload: unknown;
}

/** The payment provider. Every call may be repeated: repeats have one effect. */
export abstract class PaymentProvider {
  /** Opens the order's session, or finds the one that was opened for it before. @throws PaymentUnavailable when the provider refuses or does not answer. */
  abstract openSession(order: Order): Promise<PaymentSession>;
  /** Null when the provider does not know the session. @throws PaymentUnavailable when it does not answer. */
  abstract session(id: string): Promise<SessionState | null>;
  /** Ends a session that nobody has paid; one that is paid or ended stays as it is. Look at its state afterwards. @throws PaymentUnavailable when it does not answer. */
  abstract expireSession(id: string): Promise<void>;
  /** Sends the whole payment back, once per order. */
  abstract refund(orderId: string, intentId: string): Promise<void>;
  /** Reads an event from the raw body that was signed. @throws ForgedEvent */
  abstract readEvent(rawBody: Buffer, signature: string): ProviderEvent;
}

/** Inbox of provider events: stored first, dealt with afterwards. */
export abstract class PaymentEvents {
  /** False when the event was stored before. */
  abstract add(event: ProviderEvent): Promise<boolean>;
  /** An event about a session that is not done; null for any other. */
  abstract waiting(id: string): Promise<{ readonly sessionId: string } | null>;
  abstract done(id: string, outcome: string): Promise<void>;
  /** Ids of events that came before `before` and are not done. */
  abstract overdue(before: Date): Promise<string[]>;
}
