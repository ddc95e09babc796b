import type { Currency } from '@keyturn/shop-rules';
import type { ListWindow } from '../../../../shared/list-window.ts';
import type { MailState } from '../../../../shared/ports.ts';
import type { Customer, OrderLine } from '../../domain/order.ts';
import type { Piece } from '../../domain/pieces.ts';
import type { OrderStatus } from '../../domain/order-status.ts';
import type { RefundKind } from '../refunds.ts';

/** Filters of staff. All that are set must match. */
export interface OrderFilter {
  /** In any spelling, see `orderNumberFrom`. */
  readonly number?: string;
  /** Part of the address, in any case; with less than three letters and digits the whole of it, as in the next two. */
  readonly email?: string;
  /** Part of the buyer's name. */
  readonly name?: string;
  /** Part of the name of a product, as it was sold. */
  readonly product?: string;
  /** Id of a payment session or of a payment. */
  readonly payment?: string;
  /** The keyed hash of a key of the order, current or replaced. */
  readonly fingerprint?: Buffer;
  /** Of this account, or placed with its address, verified or not; null matches nothing. */
  readonly owner?: { readonly userId: string; readonly email: string | null };
  readonly status?: OrderStatus;
  readonly from?: Date;
  readonly to?: Date;
}

/** A refund or chargeback, and what it was for. */
export interface MadeRefund {
  readonly kind: RefundKind;
  readonly amountMinor: number;
  readonly pieces: readonly Piece[];
}

/** An order for staff. */
export interface StaffOrder {
  readonly id: string;
  readonly number: string;
  readonly status: OrderStatus;
  readonly email: string;
  readonly userId: string | null;
  readonly currency: Currency;
  readonly totalMinor: number;
  readonly refundedMinor: number;
  /** Chargebacks of lost disputes, in minor units. */
  readonly chargedBackMinor: number;
  /** What went back or was taken, oldest first. */
  readonly made: readonly MadeRefund[];
  readonly lines: readonly OrderLine[];
  /** What the buyer entered. */
  readonly customer: Customer;
  readonly sessionId: string | null;
  readonly paymentIntentId: string | null;
  readonly paymentProvider: string;
  readonly holdReason: string | null;
  /** State of the mails to the buyer; null: there are none. */
  readonly mailState: MailState | null;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly completedAt: Date | null;
}

/** A key that an order has, without its secret. */
export interface StaffKey {
  readonly line: number;
  readonly slot: number;
  readonly keyId: string;
  readonly kind: string;
  readonly state: string;
  readonly fingerprint: string;
}

/** Orders for staff. Read-only. */
export abstract class StaffOrders {
  /** Newest first; `total` is exact up to the number at which lists stop counting. */
  abstract list(filter: OrderFilter, window: ListWindow): Promise<{ orders: StaffOrder[]; total: number }>;
  /** All matching orders, newest first, in batches. */
  abstract stream(filter: OrderFilter): AsyncIterable<StaffOrder[]>;
  /** By id, or by number in any spelling. @throws OrderNotFound */
  abstract find(idOrNumber: string): Promise<StaffOrder>;
  abstract keysOf(orderId: string): Promise<StaffKey[]>;
}
