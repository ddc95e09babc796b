import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Reviews } from '../application/ports.ts';
import type { Review } from '../domain/review.ts';

@Injectable()
export class SqlReviews extends Reviews {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async save({ id, productType, productId, authorId, rating, description, createdAt }: Review): Promise<void> {
    await sql`insert into review (id, product_type, product_id, user_id, rating, description, created_at, changed_by)
      values (${id}, ${productType}, ${productId}, ${authorId}, ${rating}, ${description}, ${createdAt}, 'buyer')
      on conflict (product_id, user_id) do update
        set rating = excluded.rating, description = excluded.description, created_at = excluded.created_at, changed_by = excluded.changed_by`.execute(
      this.em.getKysely(),
    );
  }
}
