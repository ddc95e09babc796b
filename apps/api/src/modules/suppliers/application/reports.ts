import type { SupplierName } from './ports.ts';

/** What was bought from a supplier on one day, as far as keys came. Amounts in minor units of a euro. */
export interface DayOfSupplier {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly supplier: SupplierName;
  readonly purchases: number;
  readonly keys: number;
  readonly costMinor: number;
  /** What the buyers paid for these keys; nothing for those that replaced others. */
  readonly chargedMinor: number;
}

export abstract class SupplierReports {
  /**
   * Purchases that were completed from `from` on and before `to`, by day of the shop's time zone and supplier. Of those that the supplier
   * ended, the keys that had come count, with their share of the cost: whether they were paid back, only the supplier can say. Keys that went
   * back count against the day on which they did, with what was paid back; those that no buyer had, with what was charged for them.
   */
  abstract days(from: Date, to: Date): Promise<DayOfSupplier[]>;
}
