import type { ReviewedType } from '../domain/review.ts';

export abstract class ReviewReads {
  /** JSON text in the wire's shape (`reviews.dto.ts`), newest first, at most 200; an unknown product has none. */
  abstract ofProduct(type: ReviewedType, id: string): Promise<string>;
}
