import type { SupplierName } from './ports.ts';

/** What was bought from a supplier on one day and is complete. Amounts in minor units of a euro. */
export interface DayOfSupplier {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly supplier: SupplierName;
  readonly purchases: number;
  readonly keys: number;
  readonly costMinor: number;
  /** What the buyers paid for these keys. */
  readonly chargedMinor: number;
}

export abstract class SupplierReports {
  /** Purchases that were completed from `from` on and before `to`, by day of the shop's time zone and supplier. */
  abstract days(from: Date, to: Date): Promise<DayOfSupplier[]>;
}
