import type { BasePrice } from './price.ts';

/** A picture by its id, with what the shop draws it from; null where the shop has the picture already. */
export interface ImportedImage {
  readonly id: string;
  readonly recipe: object | null;
}

/** A product as it comes in, checked and in the shop's own terms, before anybody knows whether it is new. */
export interface ImportedProduct {
  /** Null for software, and for a game of our own that has not been given one yet. */
  readonly kinguinId: number | null;
  /** The id that the line brings along, if any; what a line without kinguinId is found again by. */
  readonly ownId: string | null;
  readonly type: 'game' | 'software';
  readonly supplierProductId: string;
  readonly name: string;
  readonly originalName: string | null;
  readonly title: string;
  readonly metaDescription: string;
  /** Safe HTML. */
  readonly description: string;
  /** Safe HTML. */
  readonly notes: string;
  readonly platform: string;
  readonly category: string;
  readonly genres: readonly string[];
  readonly ageRating: string | null;
  /** YYYY-MM-DD. */
  readonly releaseDate: string | null;
  readonly developers: readonly string[];
  readonly publishers: readonly string[];
  readonly languages: readonly string[];
  /** None: worldwide. */
  readonly regions: readonly string[];
  readonly shipTime: number | null;
  readonly shipUnit: string | null;
  readonly offerIds: readonly string[];
  readonly limitPerBasket: number | null;
  readonly popularity: number;
  readonly details: object;
  readonly cover: ImportedImage;
  /** Ids of pictures. */
  readonly screenshots: readonly string[];
  readonly searchName: string;
  readonly searchTerms: string;
  /** What misspelt words are compared with, and beginnings completed to. */
  readonly searchWords: readonly string[];
  readonly price: BasePrice;
  /** What the supplier asks and has; private. */
  readonly costMinor: number | null;
  readonly supplierQty: number | null;
  readonly supplierUpdatedAt: string | null;
}

/** What makes two lines the same product. */
export function identityOf({ kinguinId, ownId }: Pick<ImportedProduct, 'kinguinId' | 'ownId'>): string {
  return kinguinId === null ? `id ${ownId}` : `kinguin ${kinguinId}`;
}
