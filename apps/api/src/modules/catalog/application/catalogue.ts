import type { ActivationLimits, Currency, PriceTable, ProductRef } from '@keyturn/shop-rules';

export type { ProductRef };
import type { CardView } from './product-card.ts';

/** The current offer of a product. Never contains the shop's cost. */
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
  /** Where its keys activate. */
  readonly activation: ActivationLimits;
}

/** Queries of other modules to the catalogue. */
export abstract class Catalogue {
  /** Offers by `${type}/${id}`. Unknown and hidden products are missing from the answer. */
  abstract offers(refs: readonly ProductRef[], at: Date): Promise<ReadonlyMap<string, Offer>>;
  /** Products as lists show them, by the shop's own ids. Unknown and hidden ones are missing from the answer. */
  abstract cards(productIds: readonly string[]): Promise<ReadonlyMap<string, CardView>>;
  /** The shop's own ids of products named by kinguinId or own id, as key files name them; unknown ones are missing. */
  abstract productIds(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Locks the listings of these products until the transaction ends, in a fixed order. Code that counts keys or hands them to waiting orders
   * does so under it; sales do not take it. Call inside a transaction.
   */
  abstract lockListings(productIds: readonly string[]): Promise<void>;
  /** The same without waiting for anybody. Answers those that are left unlocked because another transaction holds them. */
  abstract tryLockListings(productIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Adds differences to the stock in the read model behind lists; it never falls below 0. */
  abstract changeStock(differences: ReadonlyMap<string, number>): Promise<void>;
  /**
   * Sets how many keys of these products suppliers bring, which lists show beside the shop's own. Their listings must be locked.
   */
  abstract setOffered(quantities: ReadonlyMap<string, number>): Promise<void>;
  /** What one piece of these products costs by now, in minor units of each currency. Unknown ones are missing from the answer. */
  abstract charged(productIds: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<Currency, number>>>>;
  /** Where keys of these products activate by now. Unknown ones are missing from the answer. */
  abstract activations(productIds: readonly string[]): Promise<ReadonlyMap<string, ActivationLimits>>;
  /** How many keys of their own these products have in lists. Unknown ones are missing from the answer. */
  abstract shownStock(productIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export function refKey(ref: ProductRef): string {
  return `${ref.type}/${ref.id}`;
}
