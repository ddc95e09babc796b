/**
 * Keys of which a restored backup says that they are free, and of which nobody knows whether they were sold after it. Each is marked, as are
 * those of a bad upload that orders hold (`KeyRecords.burnAdded`), and a marked key never comes on sale: where a sale or a reservation ends
 * that would bring it back into stock, it goes into quarantine.
 * Every method that changes something must run inside a transaction, and keeps the listings' stock true in it.
 */
export abstract class KeyQuarantine {
  /** At most `most` products that ever had keys, in order, behind the product `after`. */
  abstract products(after: string, most: number): Promise<string[]>;
  /**
   * Marks every key of these products that was in stock at `recoveryPoint` and takes the free ones off sale. Orders whose payment the
   * provider can be asked about keep what they have reserved. Answers how many were taken off sale, and how many are kept for such orders.
   */
  abstract quarantine(productIds: readonly string[], recoveryPoint: Date): Promise<{ readonly taken: number; readonly kept: number }>;
  /** How many keys that came in after `recoveryPoint` are on sale. */
  abstract laterKeys(recoveryPoint: Date): Promise<number>;
  /** Puts one key back on sale; false where it is not in quarantine. */
  abstract releaseKey(keyId: string): Promise<boolean>;
  /** Puts keys of these products back on sale, `newest` of each or all. Answers how many of which product. */
  abstract releaseProducts(productIds: readonly string[], newest: number | null): Promise<ReadonlyMap<string, number>>;
}
