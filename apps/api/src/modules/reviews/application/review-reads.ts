export const REVIEWED_TYPES = ['kinguin', 'software'] as const;
/** How the wire names what is reviewed: a game by its kinguinId, a software by its own id. */
export type ReviewedType = (typeof REVIEWED_TYPES)[number];

export abstract class ReviewReads {
  /** JSON text in the wire's shape (`reviews.dto.ts`), newest first; an unknown product has none. */
  abstract ofProduct(type: ReviewedType, id: string): Promise<string>;
}
