import type { ListWindow } from '../../../shared/list-window.ts';
import type { ProductRef } from './catalogue.ts';

/** Name and state of a product, for other modules. */
export interface CatalogueProduct {
  /** The shop's own id. */
  readonly productId: string;
  readonly type: 'game' | 'software';
  /** Null for software. */
  readonly kinguinId: number | null;
  readonly name: string;
  readonly platform: string;
  /** Hidden products are not on sale, and shoppers do not see them. */
  readonly isHidden: boolean;
  /** Keys that can be bought now. */
  readonly stock: number;
}

/** What other modules read of products, in sets. Hidden products are among the answers. */
export abstract class ProductReads {
  /** By the shop's own ids; unknown ones are missing from the answer. */
  abstract ofIds(productIds: readonly string[]): Promise<ReadonlyMap<string, CatalogueProduct>>;
  /** Genres by the shop's own ids; unknown products are missing from the answer. */
  abstract genresOf(productIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * One page of those products of which `limits` names a number of keys, least stock first. `isLow` leaves those whose stock is at their limit or
   * below, or above it. `total` is exact up to where lists stop counting.
   */
  abstract byStock(
    limits: ReadonlyMap<string, number>,
    filter: { readonly isLow?: boolean },
    window: ListWindow,
  ): Promise<{ items: CatalogueProduct[]; total: number }>;
  /** The shop's own id of a product that shoppers see; null for any other. */
  abstract findShown(ref: ProductRef): Promise<string | null>;
  /** Whether the shop has a product at all. */
  abstract hasAny(): Promise<boolean>;
}
