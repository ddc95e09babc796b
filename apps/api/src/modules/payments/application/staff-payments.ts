import type { ListWindow } from '../../../shared/list-window.ts';
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

/** An event of the provider as it lies in the inbox. */
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

/** What a bank said of a payment, with where its order stands. */
export interface BankSignal {
  readonly eventId: string;
  readonly kind: SignalKind;
  readonly reason: string;
  readonly at: string;
  readonly paymentId: string | null;
  readonly orderNumber: string | null;
  readonly orderStatus: string | null;
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

/** Something that the shop and the provider tell differently, or that hangs between them. */
export interface Mismatch {
  readonly kind: (typeof MISMATCH_KINDS)[number];
  readonly orderNumber: string | null;
  readonly orderStatus: string | null;
  readonly detail: string;
  readonly since: string;
}

/** Payments as the staff asks for them. Reads only. */
export abstract class StaffPayments {
  /** Newest first. */
  abstract events(filter: EventFilter, window: ListWindow): Promise<{ items: InboxEvent[]; total: number }>;
  /** One with what the provider sent; null for an unknown one. */
  abstract event(id: string): Promise<(InboxEvent & { readonly payload: unknown }) | null>;
  abstract signals(kind: SignalKind | null, window: ListWindow): Promise<{ items: BankSignal[]; total: number }>;
  /** What the shop's own rows tell, oldest first, at most `limit` of each kind. */
  abstract mismatches(now: Date, limit: number): Promise<Mismatch[]>;
  /** Unpaid orders that a payment could be hiding behind, newest first: open ones placed before `placedBefore`, ended ones that ended after `endedAfter`. */
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
