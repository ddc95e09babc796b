import type { OrderLine } from '../../domain/order.ts';

/** A paid order, with what links it to other orders of its buyer. */
export interface PaidOrder {
  readonly number: string;
  readonly paymentId: string | null;
  readonly paidAt: Date;
  readonly lines: readonly OrderLine[];
  readonly email: string;
  readonly userId: string | null;
  /** The IP address that it was placed from. */
  readonly address: string;
  /** Empty where it was removed by its age. SHA-256 of the id of its browser, in hexadecimal: the id itself opens the pages of that browser's orders. */
  readonly deviceId: string;
  readonly refundedMinor: number;
  readonly chargedBackMinor: number;
  /** Whether a bank ever disputed its payment or warned of fraud. */
  readonly wasDisputed: boolean;
}

/** Paid orders and earlier ones of their buyers. Read-only. */
export abstract class OrderHistory {
  /** Null for an unknown or unpaid one. */
  abstract ofId(orderId: string): Promise<PaidOrder | null>;
  /** Orders paid between `from` and `to` with the e-mail, by the account or in the browser of this order, newest first, at most 100. */
  abstract ofBuyer(orderId: string, paid: { readonly from: Date; readonly to: Date }): Promise<PaidOrder[]>;
}
