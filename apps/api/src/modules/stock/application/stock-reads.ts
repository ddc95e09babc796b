import type { ListWindow } from '../../../shared/list-window.ts';
import type { QuarantineCause } from '../domain/quarantine-cause.ts';
import type { KeyRecord, KeyState } from './key-records.ts';

export interface StockLevel {
  readonly productId: string;
  readonly kinguinId: number | null;
  readonly name: string;
  readonly platform: string;
  readonly isHidden: boolean;
  readonly available: number;
  readonly reserved: number;
  readonly sold: number;
  readonly burnt: number;
  /** Off sale after a restore, a bad upload, a look or a return, until released or burnt. */
  readonly quarantined: number;
  /** Alert threshold: this many keys or fewer. */
  readonly threshold: number;
  /** Whether that is the product's own, or the shop's. */
  readonly hasOwnThreshold: boolean;
  readonly isLow: boolean;
}

export interface KeyLine extends KeyRecord {
  readonly productName: string;
  readonly orderNumber: string | null;
  /** Why it is in quarantine; null: it is not. */
  readonly quarantineCause: QuarantineCause | null;
}

/** Everything that is set must fit. */
export interface KeyFilter {
  readonly productId?: string;
  readonly state?: KeyState;
  readonly uploadId?: string;
}

/** Stock for staff. `total` is exact up to where lists stop counting. */
export abstract class StockReads {
  /** Products that ever had keys, lowest first. */
  abstract levels(
    filter: { readonly isLow?: boolean; readonly productId?: string },
    window: ListWindow,
  ): Promise<{ items: StockLevel[]; total: number }>;
  /** Latest first, never their secrets. */
  abstract keys(filter: KeyFilter, window: ListWindow): Promise<{ items: KeyLine[]; total: number }>;
}
