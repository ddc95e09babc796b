import { type QueryExecutorProvider, sql } from 'kysely';
import type { ReviewedType } from '../domain/review.ts';

export interface SeedReview {
  readonly id: string;
  readonly productType: ReviewedType;
  /** The shop's own id. */
  readonly productId: string;
  readonly authorId: string;
  readonly rating: number;
  readonly description: string;
  readonly createdAt: Date;
}

/** Writes the reviews of a new shop; existing reviews of an author stay. Call inside a transaction. */
export async function seedReviews(db: QueryExecutorProvider, reviews: readonly SeedReview[], actor: string): Promise<void> {
  for (const { id, productType, productId, authorId, rating, description, createdAt } of reviews)
    await sql`insert into review (id, product_type, product_id, user_id, rating, description, created_at, changed_by)
      values (${id}, ${productType}, ${productId}, ${authorId}, ${rating}, ${description}, ${createdAt}, ${actor})
      on conflict (product_id, user_id) do nothing`.execute(db);
}
