import type { PriceTable, ProductRef } from '@keyturn/shop-rules';

export type { ProductRef };
import type { CardView } from './product-card.ts';

/** What the shop offers at one moment. Never what the shop itself pays. */
export interface Offer {
  /** The shop's own id. */
  readonly productId: string;
  readonly ref: ProductRef;
  readonly name: string;
  readonly platform: string;
  readonly category: string;
  /** Path on the API host, `images/{id}-{width}.webp`. */
  readonly coverImage: string;
  /** Minor units, all four currencies. */
  readonly prices: PriceTable;
  /** Null: no limit of its own. */
  readonly limitPerBasket: number | null;
}

/** What other modules may ask the catalogue. */
export abstract class Catalogue {
  /** Offers by `${type}/${id}`. Unknown and hidden products are missing from the answer. */
  abstract offers(refs: readonly ProductRef[], at: Date): Promise<ReadonlyMap<string, Offer>>;
  /** Products as lists show them, by the shop's own ids. Unknown and hidden ones are missing from the answer. */
  abstract cards(productIds: readonly string[]): Promise<ReadonlyMap<string, CardView>>;
  /** The shop's own ids of products named by kinguinId or own id, as key files name them; unknown ones are missing. */
  abstract productIds(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Locks the listings of these products until the transaction ends, in a fixed order, so that stock
   * that is counted afterwards is still true when it is recorded. Call inside a transaction.
   */
  abstract lockListings(productIds: readonly string[]): Promise<void>;
  /** Writes how many keys can be bought now into the read model behind lists. */
  abstract recordStock(levels: ReadonlyMap<string, number>): Promise<void>;
}

export function refKey(ref: ProductRef): string {
  return `${ref.type}/${ref.id}`;
}
