import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { ProductReads } from '../../catalog/index.ts';
import { UserNames } from '../../users/index.ts';
import { type ReviewFilter, ReviewList } from '../application/review-admin.ts';

interface Row {
  readonly id: string;
  readonly productId: string;
  readonly userId: string;
  readonly rating: number;
  readonly description: string;
  readonly isHidden: boolean;
  readonly createdAt: string;
}

@Injectable()
export class SqlReviewList extends ReviewList {
  constructor(
    private readonly em: EntityManager,
    private readonly products: ProductReads,
    private readonly users: UserNames,
  ) {
    super();
  }

  override async list({ productId: ofProduct, isHidden, rating }: ReviewFilter, window: ListWindow) {
    const { rows, total } = await countedRows<Row>(this.em.getKysely() as never, {
      columns: sql`id, product_id as "productId", user_id as "userId", rating, description, is_hidden as "isHidden",
        to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`,
      from: sql`review`,
      where: whereAll([
        ofProduct !== undefined && sql`product_id = ${ofProduct}`,
        isHidden !== undefined && sql`is_hidden = ${isHidden}`,
        rating !== undefined && sql`rating = ${rating}`,
      ]),
      order: sql`created_at desc, id desc`,
      window,
    });
    const products = await this.products.ofIds(rows.map(({ productId }) => productId));
    const names = await this.users.ofIds(rows.map(({ userId }) => userId));
    const items = rows.map(({ id, productId, userId, ...review }) => {
      const productName = products.get(productId)?.name ?? null;
      return { id, productId, productName, userId, username: names.get(userId)?.username ?? null, ...review };
    });
    return { items, total };
  }
}
