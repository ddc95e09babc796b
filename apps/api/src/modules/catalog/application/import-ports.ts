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

/** Maps a supplier's line to the shop's product. */
export abstract class ProductFeed {
  /**
   * Never throws: a rejected line has a reason for the person who imports. `rules` derive prices that the line does not have; left out,
   * those of the environment are used.
   */
  abstract read(line: FeedLine, rules?: PriceRules): ReadLine;
}

export type ImportResult = 'created' | 'updated' | 'unchanged' | { readonly reason: string };

export abstract class ImportedProducts {
  /**
   * Writes products with their prices, pictures and listings, in the current transaction. `countedAs` are the content hashes. Returns the
   * result of each, in the same order. A product stored with the same hash is not changed. `keepsPrices`: what stored products cost, for the
   * shop and for buyers, stays.
   */
  abstract takeIn(
    products: readonly { product: ImportedProduct; hash: string }[],
    countedAs: readonly string[],
    actor: string,
    options?: { readonly keepsPrices: boolean },
  ): Promise<ImportResult[]>;
}
