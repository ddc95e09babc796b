import type { SupplierName } from './ports.ts';

/** Keys, cost and revenue of a supplier on one day. Amounts in minor units of a euro. */
export interface DayOfSupplier {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly supplier: SupplierName;
  readonly purchases: number;
  readonly keys: number;
  readonly costMinor: number;
  /** What the buyers paid for these keys, as `amountsOf` says. */
  readonly chargedMinor: number;
}

export abstract class SupplierReports {
  /** When the first purchase was completed or ended; null where none was. */
  abstract firstAt(): Promise<Date | null>;
  /**
   * The amounts of purchases that were completed or ended from `from` on and before `to`, by day of the shop's time zone and supplier, as
   * `amountsOf` says without returns and refunds: summed by the database, as there are many. Of those that ended without keys nothing counts.
   */
  abstract days(from: Date, to: Date): Promise<DayOfSupplier[]>;
  /** The ids of those of these purchases that had been open for longer than `openMs`. */
  abstract closedSlowly(from: Date, to: Date, openMs: number): Promise<string[]>;
}
