import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { countedRows, whereAll } from '../../../../platform/database/ops-list.ts';
import { ImageRecipes } from '../../../../platform/images/ports.ts';
import type { ListWindow } from '../../../../shared/list-window.ts';
import { type DuePicture, type FeedPictureRecord, FeedPictures } from '../../application/feed-pictures.ts';
import { type FeedPictureState, shownPictures } from '../../domain/feed-pictures.ts';
import { rebuildListings, run } from './listing-sql.ts';

const ACTOR = 'feed pictures';

const takeOne = `update feed_picture set due_at = $2, tries = tries + 1 where (product_id, place) = (
    select product_id, place from feed_picture where state = 'waiting' and due_at <= $1 order by due_at limit 1 for update skip locked
  ) returning product_id as "productId", address, place = 0 as "isCover", tries`;

const storeOne = `update feed_picture set state = 'stored', image_id = $3, due_at = null, failure = null, changed_at = $4
  where product_id = $1 and address = $2 and state = 'waiting' returning place`;

/** `$5`: whether its cover stays. */
const showThem = `update product set screenshot_images = case when 'screenshot_images' = any(kept_fields) then screenshot_images else $3::text[] end,
    cover_image = case when $5 then cover_image else coalesce($2::text, cover_image) end,
    kept_fields = case when $5 or $2::text is null then kept_fields else array_remove(kept_fields, 'cover_image') end, updated_at = $4, changed_by = '${ACTOR}'
  where id = $1`;

@Injectable()
export class SqlFeedPictures extends FeedPictures {
  constructor(
    private readonly em: EntityManager,
    private readonly recipes: ImageRecipes,
  ) {
    super();
  }

  override async take(now: Date, until: Date): Promise<DuePicture | null> {
    const [picture] = await run<DuePicture>(this.db, takeOne, [now, until]);
    return picture ?? null;
  }

  override async store({ productId, address }: DuePicture, imageId: string, now: Date): Promise<void> {
    // As imports and staff do: the product first, then what belongs to it.
    const [product] = await run<{ cover: string; isKept: boolean }>(
      this.db,
      `select cover_image as cover, 'cover_image' = any(kept_fields) as "isKept" from product where id = $1 for no key update`,
      [productId],
    );
    const stored = await run(this.db, storeOne, [productId, address, imageId, now]);
    if (stored.length === 0 || !product) return;
    const pictures = await run<{ place: number; imageId: string | null }>(
      this.db,
      'select place, image_id as "imageId" from feed_picture where product_id = $1',
      [productId],
    );
    const { cover, screenshots } = shownPictures(pictures);
    // A cover that staff set stays. A tile is none of these: its mark comes from a changed name.
    const staysCover = product.isKept && (await this.recipes.ofId(product.cover)) === null;
    await run(this.db, showThem, [productId, cover, screenshots, now, staysCover]);
    await rebuildListings(this.db, [productId], now);
  }

  override async fail(
    { productId, address }: DuePicture,
    { failure, dueAt, tries }: { failure: string | null; dueAt: Date | null; tries: number },
    now: Date,
  ): Promise<void> {
    await run(
      this.db,
      `update feed_picture set state = case when $4::timestamptz is null then 'failed' else 'waiting' end, failure = $3, due_at = $4, tries = $5,
        changed_at = $6 where product_id = $1 and address = $2 and state = 'waiting'`,
      [productId, address, failure, dueAt, tries, now],
    );
  }

  override async tryAgain(productId: string | null, now: Date): Promise<number> {
    const rows = await run(
      this.db,
      `update feed_picture set state = 'waiting', due_at = $2, tries = 0, changed_at = $2
        where (state = 'failed' or (state = 'waiting' and failure is not null)) and ($1::text is null or product_id = $1) returning place`,
      [productId, now],
    );
    return rows.length;
  }

  override async list({ state, productId }: { state?: FeedPictureState; productId?: string }, window: ListWindow) {
    const { rows, total } = await countedRows<FeedPictureRecord>(this.db, {
      columns: sql`product_id as "productId", kinguin_id as "kinguinId", name, place, address, state, image_id as "imageId", tries, failure,
        due_at as "dueAt", changed_at as "changedAt"`,
      from: sql`feed_picture join product on product.id = product_id`,
      counted: sql`feed_picture`,
      where: whereAll([state !== undefined && sql`state = ${state}`, productId !== undefined && sql`product_id = ${productId}`]),
      order: sql`changed_at desc, product_id, place`,
      window,
    });
    const items = rows.map((row) => ({ ...row, dueAt: row.dueAt && new Date(row.dueAt), changedAt: new Date(row.changedAt) }));
    return { items, total };
  }

  private get db(): Kysely<unknown> {
    return this.em.getKysely() as unknown as Kysely<unknown>;
  }
}
