import type { NamedPicture } from './feed-pictures.ts';
import type { BasePrice } from './price.ts';

/** A picture by its id, with its recipe; null if it is uploaded. */
export interface ImportedImage {
  readonly id: string;
  readonly recipe: object | null;
}

/** A validated product of a feed, new or known. */
export interface ImportedProduct {
  /** Null for software, and for a game of our own that has not been given one yet. */
  readonly kinguinId: number | null;
  /** The id of the line, if any; identifies lines without kinguinId. */
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
  /** Shown to shoppers; none: worldwide, or the region of `regionId`. */
  readonly regions: readonly string[];
  /** The supplier's number and name of the region; `ActivationLimits` says what they mean. */
  readonly regionId: number | null;
  readonly regionalLimitations: string | null;
  /** Two-letter codes of the countries in which keys can NOT be activated. */
  readonly countryLimitation: readonly string[];
  readonly shipTime: number | null;
  readonly shipUnit: string | null;
  readonly offerIds: readonly string[];
  readonly limitPerBasket: number | null;
  readonly popularity: number;
  readonly details: object;
  readonly cover: ImportedImage;
  /** Ids of pictures of this shop. */
  readonly screenshots: readonly string[];
  /** Screenshots of this shop and pictures at other addresses, by place. What is fetched replaces `cover` and `screenshots`. */
  readonly namedPictures: readonly NamedPicture[];
  readonly searchName: string;
  readonly searchTerms: string;
  /** Words for spelling correction and prefix completion. */
  readonly searchWords: readonly string[];
  readonly price: BasePrice;
  /** What the supplier asks and has; private. */
  readonly costMinor: number | null;
  readonly supplierQty: number | null;
  readonly supplierUpdatedAt: string | null;
}

/** Identifies the product of a line. */
export function identityOf({ kinguinId, ownId }: Pick<ImportedProduct, 'kinguinId' | 'ownId'>): string {
  return kinguinId === null ? `id ${ownId}` : `kinguin ${kinguinId}`;
}
