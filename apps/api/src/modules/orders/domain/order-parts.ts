import type { ActivationLimits, Currency, ProductRef } from '@keyturn/shop-rules';

/** A line as it was bought: a snapshot, independent of later changes of the product. */
export interface OrderLine {
  readonly productId: string;
  readonly ref: ProductRef;
  readonly name: string;
  readonly platform: string;
  readonly coverImage: string;
  readonly listMinor: number;
  readonly unitMinor: number;
  readonly quantity: number;
  /** The product's category when it was bought; left out in orders from before it was noted. */
  readonly category?: string;
  /** Where its keys activated when it was sold; orders of earlier versions lack it. */
  readonly activation?: ActivationLimits;
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
  /** The version of the terms that the buyer accepted; null or left out: none, or it was not noted. */
  readonly termsVersion?: string | null;
  /** When the buyer confirmed that the keys are for somebody in another country; null if no line needed it. */
  readonly regionAcceptedAt: Date | null;
  readonly clientAddress: string;
  /** Country of the checkout by a trusted proxy's header, ISO 3166; null without one. */
  readonly fromCountry?: string | null;
  /** How 3-D Secure is asked for with its payment; null: where law or bank want it. */
  readonly threeDSecure?: 'any' | 'challenge' | null;
  readonly browserId: string;
  readonly idempotencyKey: string | null;
  /** Compared with a repeated call of the same idempotency key. */
  readonly requestHash: string;
  /** The name of the provider of its payment. Written before the call to that provider, so that no other one is called as well. */
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

/** Hold reason of a fraud warning without dispute: no bank decides about it, so staff must. */
export const FRAUD_WARNING = 'fraud warning';
/** Hold reason of an order whose payment looks like fraud: staff decide, or it is refunded by itself. */
export const RISK_HOLD = 'risk';
/** In the timeline of an order that the shop refunds because its payment looks like fraud. */
export const RISK_ENDED = 'risk_refused';
/** In the timeline of an order whose wait for keys ends because a product excludes its buyer's country since the sale. */
export const REGION_ENDED = 'region_excluded';
/** In the timeline of an order that is refunded because nobody is left to deliver to. */
export const BUYER_REMOVED = 'buyer_removed';
/** A dispute was won, but the keys are sold meanwhile. */
export const TOO_FEW_KEYS = 'won, and too few keys';

/** A partial chargeback of unknown pieces, with undelivered keys: staff decide. */
export const LOST_IN_PART = 'lost in part';
