import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { type ReviewFilter, ReviewList } from '../application/review-desk.ts';

@Injectable()
export class SqlReviewList extends ReviewList {
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
}
