import type { Currency, Genre, Platform } from '@keyturn/shop-rules';

export const LIST_ORDERS = ['popular', 'newest', 'priceAsc', 'priceDesc', 'nameAsc'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

export interface ListFilter {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Any of them; none is no filter. Distinct and sorted. */
  readonly genres: readonly Genre[];
  /** Inclusive bounds of what a shopper would pay, in `currency`. */
  readonly minMinor: number;
  readonly maxMinor: number;
  readonly currency: Currency;
  /** Only products whose keys activate in this country, two letters (ISO 3166); null is no filter. */
  readonly country: string | null;
  /** Null: the list's own default. */
  readonly order: ListOrder | null;
}

export interface SimilarTo {
  /** kinguinId or own id. */
  readonly id: string;
  readonly genres: readonly Genre[];
  readonly platform: Platform | null;
}

/** Ready answers: JSON text in the wire's shapes (`catalog.dto.ts`). Hidden products are in none of them. */
export abstract class CatalogueReads {
  /** `[[{products}], {id, sectionName, products, …}, …]`. */
  abstract home(): Promise<string>;
  abstract gameByKinguinId(kinguinId: number): Promise<string | null>;
  /** `{game, message}`. */
  abstract softwareById(id: string): Promise<string | null>;
  /** `{products, totalPages}`. */
  abstract gamesOfPlatform(platform: Platform, filter: ListFilter): Promise<string>;
  /** `{products, totalPages}`. */
  abstract games(filter: ListFilter): Promise<string>;
  /** `{games, totalPages}`. */
  abstract software(filter: ListFilter): Promise<string>;
  /** `{products}`: nearest first, never the product itself. */
  abstract similarTo(product: SimilarTo): Promise<string>;
  /** `{products, totalPages}`: games and software. Best match first unless the filter names an order. */
  abstract search(query: string, filter: ListFilter): Promise<string>;
}
