import type { QuarantineCause } from '../domain/quarantine-cause.ts';

/**
 * Keys that are free in a restored backup but may have been sold after it. Each is marked, as are keys of a bad upload that orders hold
 * (`KeyRecords.burnAdded`), and a marked key is never put on sale: when a sale or reservation that holds it ends, it goes into quarantine.
 * Every method that changes something must run inside a transaction, and keeps the listings' stock true in it.
 */
export abstract class KeyQuarantine {
  /** At most `most` products that ever had keys, in order, behind the product `after`. */
  abstract products(after: string, most: number): Promise<string[]>;
  /**
   * Marks every key of these products that was in stock at `recoveryPoint` and takes the free ones off sale. Orders that can be settled with
   * the provider keep their reservations. Returns how many were taken off sale, and how many stay reserved.
   */
  abstract quarantine(productIds: readonly string[], recoveryPoint: Date): Promise<{ readonly taken: number; readonly kept: number }>;
  /** The number of keys on sale that were added after `recoveryPoint`. */
  abstract laterKeys(recoveryPoint: Date): Promise<number>;
  /** Puts one key back on sale, but none that goes back to its supplier, or went. */
  abstract releaseKey(keyId: string): Promise<'released' | 'not quarantined' | 'returning'>;
  /** How many keys of these products are in quarantine for each cause, without those that go back to their supplier. */
  abstract causes(productIds: readonly string[]): Promise<Readonly<Record<QuarantineCause, number>>>;
  /**
   * The same as `releaseKey` for keys of these products that are in quarantine for this cause, the `newest` of each or all. Answers how many of
   * which product.
   */
  abstract releaseProducts(
    productIds: readonly string[],
    cause: QuarantineCause,
    newest: number | null,
  ): Promise<ReadonlyMap<string, number>>;
}
