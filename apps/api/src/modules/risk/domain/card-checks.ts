/** A check by the card's bank. Null: it was not made. */
export type BankCheck = 'pass' | 'fail' | 'unavailable' | 'unchecked' | null;

/** What a payment provider says about a payment by card. Words that the shop does not know become null. */
export interface CardChecks {
  readonly riskLevel: 'normal' | 'elevated' | 'highest' | null;
  /** A person at the provider looks at the payment: `open`, or has looked. `refused`: the payment was sent back, or disputed. */
  readonly review: 'none' | 'open' | 'approved' | 'refused';
  readonly cvc: BankCheck;
  readonly postalCode: BankCheck;
  /** Null: the buyer was not asked. */
  readonly threeDSecure: 'authenticated' | 'attempted' | 'failed' | null;
  readonly funding: 'credit' | 'debit' | 'prepaid' | null;
  /** ISO 3166, two letters: where the card was issued. */
  readonly country: string | null;
  /** The same for every payment with one card; null: unknown. */
  readonly fingerprint: string | null;
  /** By the provider's clock; null: unknown. */
  readonly chargedAt: Date | null;
  /** Attempts at the same payment, with whatever card, that were refused before this one; left out: unknown. */
  readonly refusedBefore?: number;
}
