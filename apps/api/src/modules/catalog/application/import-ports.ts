import type { ImportedProduct } from '../domain/imported-product.ts';
import type { PriceRules } from '../domain/price.ts';

/** One product of a feed, as text. `number` is the line of the file on which it starts. */
export interface FeedLine {
  readonly number: number;
  /** Null where the file itself cannot be read there; `reason` says why. */
  readonly text: string | null;
  readonly reason?: string;
}

export type ReadLine =
  { readonly product: ImportedProduct; readonly hash: string; readonly warnings: readonly string[] } | { readonly reason: string };

/** A supplier's words in the shop's terms. */
export abstract class ProductFeed {
  /**
   * Never throws: a line that cannot be taken in says why, in a sentence for the person who imports.
   * `rules` make the prices that the line does not give; left out, they are those of the environment.
   */
  abstract read(line: FeedLine, rules?: PriceRules): ReadLine;
}

export type ImportResult = 'created' | 'updated' | 'unchanged' | { readonly reason: string };

export abstract class ImportedProducts {
  /**
   * Writes products with their prices, pictures and listings, in the current transaction. `countedAs` are the hashes by which
   * each is counted. Answers what became of each, in the same order. What is stored under the same hash is left alone.
   */
  abstract takeIn(
    products: readonly { product: ImportedProduct; hash: string }[],
    countedAs: readonly string[],
    actor: string,
  ): Promise<ImportResult[]>;
}
