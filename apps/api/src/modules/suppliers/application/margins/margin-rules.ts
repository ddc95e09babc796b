import type { SupplierName } from '../ports.ts';

/** The part of what is charged that must be left when a key of a product is bought from a supplier: 0.02 is 2 %. */
export type LeastMargin = (productId: string, supplier: SupplierName) => number;

/** Looks up the rules of margin. */
export abstract class MarginRules {
  /** For these products, asked at once. */
  abstract of(productIds: readonly string[]): Promise<LeastMargin>;
}
