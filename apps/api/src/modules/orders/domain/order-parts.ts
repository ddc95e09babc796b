import type { Currency, ProductRef } from '@keyturn/shop-rules';

/** A line as it was bought: a snapshot that no later change of the product touches. */
export interface OrderLine {
  readonly productId: string;
  readonly ref: ProductRef;
  readonly name: string;
  readonly platform: string;
  readonly coverImage: string;
  readonly listMinor: number;
  readonly unitMinor: number;
  readonly quantity: number;
}

export interface Customer {
  readonly fullName: string;
  readonly phone: string | null;
  readonly company: string | null;
  readonly taxNumber: string | null;
  readonly zipCode: string | null;
  readonly country: string | null;
  readonly notes: string | null;
}

export interface OrderDraft {
  readonly email: string;
  readonly userId: string | null;
  readonly currency: Currency;
  readonly lines: readonly OrderLine[];
  readonly customer: Customer;
  readonly termsAcceptedAt: Date | null;
  readonly clientAddress: string;
  readonly browserId: string;
  readonly idempotencyKey: string | null;
  /** Tells whether a repeat under the same idempotency key asks for the same. */
  readonly requestHash: string;
  /** The name of the provider that is to take its payment. Written before that provider is asked, so that no other one is asked as well. */
  readonly paymentProvider: string;
  /** When the payment session ends. */
  readonly expiresAt: Date;
}

export interface OrderEvent {
  readonly kind: string;
  /** Who caused it: `buyer`, the name of a payment provider, `worker`, an ops key's name. */
  readonly actor: string;
  readonly data: Readonly<Record<string, string | number | null>>;
  readonly at: Date;
}

export interface Step {
  readonly at: Date;
  readonly actor: string;
}

/** Why an order is held or frozen by a warning alone: no bank will ever decide about it, so the staff does. */
export const FRAUD_WARNING = 'fraud warning';
/** A dispute was won, and the keys are gone meanwhile. */
export const TOO_FEW_KEYS = 'won, and too few keys';

/** A lost dispute took an amount of which nobody knows what it was for, and the keys have not left: the staff decides. */
export const LOST_IN_PART = 'lost in part';
