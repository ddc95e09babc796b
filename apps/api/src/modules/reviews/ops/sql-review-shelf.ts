import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { type ReviewFilter, ReviewShelf, type ShelvedReview } from '../application/review-desk.ts';

@Injectable()
export class SqlReviewShelf extends ReviewShelf {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async list({ productId, isHidden, rating }: ReviewFilter, window: ListWindow) {
    const { rows, total } = await countedRows<{ item: unknown }>(this.em.getKysely() as never, {
      columns: sql`json_build_object('id', review.id, 'productId', product_id,
        'productName', (select name from product where product.id = product_id), 'userId', user_id,
        'username', (select username from shop_user where shop_user.id = user_id), 'rating', rating, 'description', review.description,
        'isHidden', is_hidden, 'createdAt', to_char(review.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as item`,
      from: sql`review`,
      where: whereAll([
        productId !== undefined && sql`product_id = ${productId}`,
        isHidden !== undefined && sql`is_hidden = ${isHidden}`,
        rating !== undefined && sql`rating = ${rating}`,
      ]),
      order: sql`created_at desc, id desc`,
      window,
    });
    return { items: rows.map(({ item }) => item), total };
  }

  override async forUpdate(id: string): Promise<ShelvedReview | null> {
    const { rows } = await sql<ShelvedReview>`select id, product_id as "productId", user_id as "userId", rating, is_hidden as "isHidden"
      from review where id = ${id} for update`.execute(this.em.getKysely());
    return rows[0] ?? null;
  }

  override async setHidden(id: string, isHidden: boolean, actor: string): Promise<void> {
    await sql`update review set is_hidden = ${isHidden}, changed_by = ${actor} where id = ${id}`.execute(this.em.getKysely());
  }

  override async remove(id: string): Promise<void> {
    await sql`delete from review where id = ${id}`.execute(this.em.getKysely());
  }
}
