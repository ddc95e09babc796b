import type { Currency } from '@keyturn/shop-rules';
import type { RiskOutcome, RiskVerdict } from '../domain/decide.ts';
import type { RiskPolicy } from '../domain/policy.ts';
import type { Blockable, KeyKind, RiskSignals, Velocity } from '../domain/signals.ts';

/** What payments are counted by: an e-mail address, a card, a network. */
export interface RiskKey {
  readonly kind: KeyKind;
  readonly value: string;
}

/** An attempt at a payment that has come out. */
export interface PaymentFact {
  /** Unique: the order's id for a paid one, the provider's id of the attempt for a failed one. */
  readonly id: string;
  readonly orderId: string;
  readonly keys: readonly RiskKey[];
  /** By the provider's clock where that is known. */
  readonly at: Date;
  readonly outcome: 'paid' | 'failed';
  /** In euro cents. */
  readonly valueMinor: number;
}

export interface PolicyVersion {
  /** 0: the defaults. */
  readonly version: number;
  readonly policy: RiskPolicy;
}

/** What is known about the keys of an order before `before`, without the order itself. */
export interface Question {
  readonly orderId: string;
  readonly keys: readonly RiskKey[];
  readonly before: Date;
}

export interface Known {
  readonly velocity: RiskSignals['velocity'];
  /** Whether an earlier paid order of this e-mail address or account is known. */
  readonly isKnown: boolean;
}

export interface RiskDecision {
  readonly orderId: string;
  /** 1: when it was paid; higher ones: decided again, after a review. */
  readonly round: number;
  readonly verdict: RiskVerdict;
  readonly signals: RiskSignals;
  readonly policyVersion: number;
  readonly at: Date;
}

/** Counts of payments, and decisions. Keys are stored hashed. */
export abstract class RiskRecords {
  /**
   * The current policy, and what is known for each question, by order, in one statement. At most `MOST_COUNTED` payments of a key are
   * counted, the newest.
   */
  abstract ask(questions: readonly Question[]): Promise<{ readonly current: PolicyVersion; readonly known: ReadonlyMap<string, Known> }>;
  /** Stores decisions and facts in the current transaction, in one statement. Facts and decisions that are stored already stay. */
  abstract add(decisions: readonly RiskDecision[], facts: readonly PaymentFact[]): Promise<void>;
  /** Stores a policy as the next version, and returns that. In a transaction. */
  abstract setPolicy(policy: RiskPolicy, by: string, at: Date): Promise<number>;
  /** First decisions about orders since `since`, newest first, at most `limit`; those of people who were erased are left out. */
  abstract decidedSince(since: Date, limit: number): Promise<{ readonly outcome: RiskOutcome; readonly signals: RiskSignals }[]>;
  /** Decisions about an order, oldest first. */
  abstract ofOrder(orderId: string): Promise<RiskDecision[]>;
}

export const MOST_COUNTED = 200;
export const NOTHING_COUNTED: Velocity = {
  hour: { paid: 0, failed: 0, valueMinor: 0 },
  day: { paid: 0, failed: 0, valueMinor: 0 },
  month: { paid: 0, failed: 0, valueMinor: 0 },
};

/** What of an order may be on a block list. Null: unknown. */
export interface Blockables {
  readonly orderId: string;
  readonly email: string;
  readonly card: string | null;
  readonly account: string | null;
}

export abstract class BlockListMatches {
  /** What of these orders is on a block list, by order; orders without a match may be missing. At most one statement. */
  abstract of(orders: readonly Blockables[]): Promise<ReadonlyMap<string, readonly Blockable[]>>;
  /** Which of these countries (two letters of ISO 3166) are blocked. At most one statement. */
  abstract countries(codes: readonly string[]): Promise<ReadonlySet<string>>;
}

export abstract class DisposableMail {
  /** Whether mailboxes of this domain, or of one above it, are thrown away after use. `domain`: lower case. */
  abstract isDisposable(domain: string): boolean;
}

/** Units of each currency for a euro. */
export abstract class EuroRates {
  abstract readonly perEuro: Readonly<Record<Currency, number>>;
}
