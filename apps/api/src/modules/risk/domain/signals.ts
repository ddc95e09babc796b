import type { CardChecks } from './card-checks.ts';

/** What a velocity is counted by. `network24` is an IPv4 network; the others are IPv6 prefixes. */
export const KEY_KINDS = ['card', 'email', 'account', 'browser', 'network24', 'network64', 'network56', 'network48'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Spans of time before a payment in which earlier payments are counted. */
export const WINDOWS = { hour: 3_600_000, day: 86_400_000, month: 30 * 86_400_000 } as const;
export type Window = keyof typeof WINDOWS;

/** Earlier payments of one key in one window. The payment itself is not among them; attempts at it that were refused are, but not for the card. */
export interface Count {
  readonly paid: number;
  readonly failed: number;
  /** Value of the paid ones, in euro cents. */
  readonly valueMinor: number;
}

export type Velocity = Readonly<Record<Window, Count>>;

/** What may be listed as blocked. */
export type Blockable = 'email' | 'domain' | 'card' | 'account';

/**
 * All that a decision is made from. Holds no personal data: counts, amounts, categories and countries. Stored with the decision, so that
 * another policy can be tried on it.
 */
export interface RiskSignals {
  /** The provider's view of the payment, without the card itself; null for a payment that was not by card. */
  readonly card: Omit<CardChecks, 'fingerprint' | 'chargedAt' | 'refusedBefore'> | null;
  readonly velocity: Readonly<Partial<Record<KeyKind, Velocity>>>;
  /** Value of the order, in euro cents. */
  readonly valueMinor: number;
  readonly lines: readonly LineSignal[];
  /** No earlier paid order of this e-mail address or account is known. */
  readonly isFirstOrder: boolean;
  readonly isDisposableMail: boolean;
  /** ISO 3166, two letters. `chosen`: by the buyer. `header`: what a trusted proxy said. */
  readonly countries: { readonly chosen: string | null; readonly header: string | null };
  /** What of this order is on a block list. */
  readonly blocked: readonly Blockable[];
  /** Whether the shop does not sell to the country of the card. Left out in decisions of earlier versions. */
  readonly isCardCountryBlocked?: boolean;
}

interface LineSignal {
  readonly productId: string;
  /** The category of the product when it was bought; null: unknown. */
  readonly category: string | null;
  /** In euro cents, of all its pieces. */
  readonly valueMinor: number;
}
