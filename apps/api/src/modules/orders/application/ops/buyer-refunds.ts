/** A refund that a buyer has, with what it took from them. */
export interface BuyerRefund {
  readonly orderId: string;
  /** When it was made. */
  readonly at: Date;
  /** Whether all that was left of the payment went back: the buyer keeps nothing. */
  readonly isWhole: boolean;
  /** Keys that were the buyer's, burnt or in stock again. */
  readonly keyIds: readonly string[];
}

/**
 * Refunds of items, for those who account for keys. Amounts of goodwill, of which a buyer keeps every key, refunds that the bank returned and
 * chargebacks are none.
 */
export abstract class BuyerRefunds {
  /** Of these orders, oldest first. */
  abstract of(orderIds: readonly string[]): Promise<BuyerRefund[]>;
  /** The orders of those that were made from `from` on and before `to`. */
  abstract ordersBetween(from: Date, to: Date): Promise<string[]>;
}
