import { kinguinIdFromSlug } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../../../platform/database/read-database.ts';
import { ProductReads } from '../../catalog/index.ts';
import { OrderReads } from '../../orders/index.ts';
import { UserNames } from '../../users/index.ts';
import { ReviewReads } from '../application/review-reads.ts';
import type { ReviewedType } from '../domain/review.ts';
import type { ReviewAnswer } from './reviews.dto.ts';

/** More than a page can show; limits the size of an answer. */
const MOST_REVIEWS = 200;

const ofProductText = `select id, user_id, product_type, rating, description, created_at from review
  where product_id = $1 and not is_hidden order by created_at desc, id desc limit ${MOST_REVIEWS}`;

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly product_type: ReviewedType;
  readonly rating: number;
  readonly description: string;
  readonly created_at: Date;
}

@Injectable()
export class SqlReviewReads extends ReviewReads {
  constructor(
    private readonly database: ReadDatabase,
    private readonly products: ProductReads,
    private readonly users: UserNames,
    private readonly orders: OrderReads,
  ) {
    super();
  }

  override async ofProduct(type: ReviewedType, id: string): Promise<string> {
    const isGame = type === 'kinguin';
    const productId = await this.products.findShown({ type: isGame ? 'game' : 'software', id });
    if (productId === null) return '[]';
    const written = await this.database.rows<Row>('reviews', ofProductText, [productId]);
    const names = await this.users.ofIds(written.map(({ user_id }) => user_id));
    // Whoever got the money back did not buy it: a review could be had for nothing.
    const owners = [...names].map(([userId, { verifiedEmail }]) => ({ userId, verifiedEmail }));
    const gaveBack = await this.orders.whoGaveBack(owners, productId);
    const rows = written.filter(({ user_id }) => !gaveBack.has(user_id));
    const kinguin = isGame ? String(kinguinIdFromSlug(id)) : productId;
    return JSON.stringify(
      rows.map(({ id: _id, user_id, product_type, rating, description, created_at }): ReviewAnswer => {
        const { username = '', lastname = '' } = names.get(user_id) ?? {};
        const [initial = ''] = lastname;
        const user = { username, lastname: initial };
        return { _id, rating, description, createdAt: created_at.toISOString(), user, productType: product_type, kinguin };
      }),
    );
  }
}
