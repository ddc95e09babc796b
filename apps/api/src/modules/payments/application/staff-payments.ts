import type { ListWindow } from '../../../shared/list-window.ts';
import type { Dispute } from '../domain/dispute.ts';
import type { SignalKind } from './ports.ts';

export interface EventFilter {
  readonly state?: 'waiting' | 'done';
  readonly type?: string;
  readonly outcome?: string;
  /** Number or id of an order. */
  readonly order?: string;
  readonly from?: Date;
  readonly to?: Date;
}

/** An event of the provider in the inbox. */
export interface InboxEvent {
  readonly id: string;
  readonly type: string;
  readonly state: 'waiting' | 'done';
  readonly outcome: string | null;
  readonly sessionId: string | null;
  readonly paymentId: string | null;
  readonly orderNumber: string | null;
  readonly receivedAt: string;
  readonly processedAt: string | null;
}

/** A dispute or warning, with the state of its order. */
export interface BankSignal {
  readonly eventId: string;
  readonly kind: SignalKind;
  readonly reason: string;
  readonly at: string;
  readonly paymentId: string | null;
  readonly orderNumber: string | null;
  readonly orderStatus: string | null;
  /** The latest dispute of the payment; null: there is none, or its time is over. */
  readonly dispute: Dispute | null;
}

export const MISMATCH_KINDS = [
  'on-hold',
  'disputed',
  'paid-elsewhere',
  'not-delivered',
  'refund-open',
  'refund-failed',
  'refund-elsewhere',
  'event-waiting',
] as const;

/** A difference between the shop and the provider, or work pending between them. */
export interface Mismatch {
  readonly kind: (typeof MISMATCH_KINDS)[number];
  readonly orderNumber: string | null;
  readonly orderStatus: string | null;
  readonly detail: string;
  readonly since: string;
}

/** Payments for staff. Read-only. */
export abstract class StaffPayments {
  /** Newest first. */
  abstract events(filter: EventFilter, window: ListWindow): Promise<{ items: InboxEvent[]; total: number }>;
  /** An event with the provider's payload; null for an unknown one. */
  abstract event(id: string): Promise<(InboxEvent & { readonly payload: unknown }) | null>;
  abstract signals(kind: SignalKind | null, window: ListWindow): Promise<{ items: BankSignal[]; total: number }>;
  /** Mismatches found in the shop's own rows, oldest first, at most `limit` of each kind. */
  abstract mismatches(now: Date, limit: number): Promise<Mismatch[]>;
  /**
   * Unpaid orders that may have been paid, newest first: open ones placed before `placedBefore`, ended ones that ended after `endedAfter`.
   */
  abstract unpaid(
    placedBefore: Date,
    endedAfter: Date,
    limit: number,
  ): Promise<
    {
      readonly number: string;
      readonly status: string;
      readonly sessionId: string;
      readonly provider: string;
      readonly createdAt: Date;
    }[]
  >;
}
