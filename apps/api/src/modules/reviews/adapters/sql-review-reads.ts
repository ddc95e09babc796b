import { kinguinIdFromSlug } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../../../platform/database/read-database.ts';
import { ReviewReads } from '../application/review-reads.ts';
import type { ReviewedType } from '../domain/review.ts';

/** More than a page can show; keeps one answer small whatever a product's success. */
const MOST_REVIEWS = 200;

const reviewsWhere = (condition: string) => `select coalesce(json_agg(newest.json), '[]')::text as json from (
  select json_build_object('_id', review.id, 'rating', rating, 'description', review.description,
    'createdAt', to_char(review.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'user', json_build_object('username', username, 'lastname', left(lastname, 1)),
    'productType', product_type, 'kinguin', coalesce(kinguin_id::text, product.id)) as json
  from review join product on product.id = review.product_id join shop_user on shop_user.id = review.user_id
  where ${condition} and not product.is_hidden and not review.is_hidden order by review.created_at desc, review.id desc limit ${MOST_REVIEWS}) newest`;

@Injectable()
export class SqlReviewReads extends ReviewReads {
  constructor(private readonly database: ReadDatabase) {
    super();
  }

  override async ofProduct(type: ReviewedType, id: string): Promise<string> {
    const isGame = type === 'kinguin';
    const key = isGame ? kinguinIdFromSlug(id) : id;
    if (key === null) return '[]';
    const condition = isGame ? 'product.kinguin_id = $1' : `product.id = $1 and product.type = 'software'`;
    const [row] = await this.database.rows<{ json: string }>(`reviews-${type}`, reviewsWhere(condition), [key]);
    return row?.json ?? '[]';
  }
}
