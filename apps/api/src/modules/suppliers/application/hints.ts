import type { SupplierName } from './ports.ts';

/** A product of a supplier that is to be asked about. */
export interface HeardHint {
  readonly supplier: SupplierName;
  readonly supplierProductId: string;
  /** How many hints there were. */
  readonly heard: number;
  readonly tries: number;
}

/** Products to ask about, each once however often it was hinted at. Every method runs in a transaction. */
export abstract class ProductHints {
  abstract add(supplier: SupplierName, supplierProductIds: readonly string[], at: Date): Promise<void>;
  /** Takes the oldest one of a supplier that is due, which nobody else takes before `leaseUntil`; null if there is none. */
  abstract take(supplier: SupplierName, at: Date, leaseUntil: Date): Promise<HeardHint | null>;
  /** Forgets it, unless another hint came meanwhile: that one is due at once. */
  abstract done(hint: HeardHint): Promise<void>;
  abstract postpone(hint: HeardHint, dueAt: Date): Promise<void>;
}
