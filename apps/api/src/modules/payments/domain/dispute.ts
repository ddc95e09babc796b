import { DisputeNotOpen, EvidenceChanged } from './dispute-errors.ts';
import type { EvidenceTexts } from './evidence-texts.ts';
import type { MatchingElement } from './prior-payments.ts';

/** The amount of an open dispute. */
export interface Claim {
  /** The provider's id of the dispute. */
  readonly id: string;
  readonly amountMinor: number;
  /** ISO 4217, as the bank has it. */
  readonly currency: string;
  /** Deadline for evidence; null: unknown. */
  readonly dueAt: Date | null;
}

/** A decided dispute. */
export interface EndedDispute {
  readonly id: string;
  /** The bank's reason code. */
  readonly reason: string;
  readonly outcome: 'won' | 'lost';
  readonly amountMinor: number;
  /** ISO 4217, as the bank has it. */
  readonly currency: string;
}

/** `waiting`: for its evidence to be assembled. `closed`: by the staff, or decided by the bank. */
export const DISPUTE_STATES = ['waiting', 'assembled', 'edited', 'submitted', 'closed'] as const;
export type DisputeStep = (typeof DISPUTE_STATES)[number];

/** A payment as evidence: by what its buyer is known, and what was bought. */
export interface PaymentProof {
  readonly orderNumber: string;
  /** The provider's id of the payment. */
  readonly paymentId: string;
  /** ISO 8601. */
  readonly paidAt: string;
  readonly description: string;
  readonly email: string;
  readonly accountId: string | null;
  readonly address: string;
  /** A hash of the browser's id, which itself is secret. */
  readonly deviceId: string;
}

/** The disputed payment and two earlier ones that meet Visa's Compelling Evidence 3.0. */
export interface PriorEvidence {
  readonly disputed: PaymentProof;
  readonly earlier: readonly PaymentProof[];
  readonly matches: readonly MatchingElement[];
}

export interface Evidence {
  readonly texts: EvidenceTexts;
  /** Null: there are no such payments. */
  readonly prior: PriorEvidence | null;
}

/** One dispute of a payment, with what the shop answers. */
export interface Dispute {
  /** Unique among all providers. */
  readonly id: string;
  readonly provider: string;
  /** The provider's id of it. */
  readonly idAtProvider: string;
  readonly orderId: string;
  readonly paymentId: string;
  /** The bank's reason code. */
  readonly reason: string;
  readonly amountMinor: number;
  /** ISO 4217, as the bank has it. */
  readonly currency: string;
  /** Deadline for evidence; null: unknown. */
  readonly dueAt: Date | null;
  readonly openedAt: Date;
  readonly state: DisputeStep;
  /** Increases with each change of the evidence. */
  readonly version: number;
  /** Null until it is assembled. */
  readonly evidence: Evidence | null;
  readonly assembledAt: Date | null;
  readonly submittedAt: Date | null;
  /** The name of the ops key. */
  readonly submittedBy: string | null;
  /** The bank's decision; null while there is none. */
  readonly outcome: 'won' | 'lost' | null;
  readonly endedAt: Date | null;
  /** The name of the ops key that closed it; null: the bank decided. */
  readonly closedBy: string | null;
}

export type NewDispute = Pick<
  Dispute,
  'id' | 'provider' | 'idAtProvider' | 'orderId' | 'paymentId' | 'reason' | 'amountMinor' | 'currency' | 'dueAt' | 'openedAt'
>;

export function openDispute(dispute: NewDispute): Dispute {
  const nothingYet = {
    evidence: null,
    assembledAt: null,
    submittedAt: null,
    submittedBy: null,
    outcome: null,
    endedAt: null,
    closedBy: null,
  };
  return { ...dispute, state: 'waiting', version: 0, ...nothingYet };
}

/** A dispute that has evidence which may still be changed, at the version that the staff has read. @throws DisputeNotOpen, EvidenceChanged */
export function editable(dispute: Dispute, version: number): Dispute & { readonly evidence: Evidence } {
  const { state, evidence } = dispute;
  if (state === 'submitted' || state === 'closed' || evidence === null)
    throw new DisputeNotOpen(state === 'submitted' || state === 'closed' ? state : 'waiting');
  if (dispute.version !== version) throw new EvidenceChanged(dispute.version);
  return { ...dispute, evidence };
}
