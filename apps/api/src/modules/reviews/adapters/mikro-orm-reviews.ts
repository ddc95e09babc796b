import { EntitySchema, LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Reviews } from '../application/ports.ts';
import { Review } from '../domain/review.ts';

export const reviewMapping = new EntitySchema<Review>({
  class: Review,
  tableName: 'review',
  properties: {
    id: { type: 'string', primary: true },
    productType: { type: 'string' },
    productId: { type: 'string' },
    authorId: { type: 'string', fieldName: 'user_id' },
    rating: { type: 'smallint' },
    description: { type: 'text' },
    createdAt: { type: 'datetime' },
    isHidden: { type: 'boolean' },
    changedBy: { type: 'string' },
  },
});

@Injectable()
export class MikroOrmReviews extends Reviews {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async put(review: Review): Promise<void> {
    await this.em.upsert(
      Review,
      { ...review },
      {
        onConflictFields: ['productId', 'authorId'],
        onConflictMergeFields: ['rating', 'description', 'createdAt', 'changedBy'],
      },
    );
  }

  override forUpdate(id: string): Promise<Review | null> {
    return this.em.findOne(Review, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  override async save(review: Review): Promise<void> {
    await this.em.persist(review).flush();
  }

  override async remove(review: Review): Promise<void> {
    await this.em.remove(review).flush();
  }
}
