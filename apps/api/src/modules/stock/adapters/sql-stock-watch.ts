import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { LOCKS } from '../../../platform/database/locks.ts';
import { type EmptyProduct, type LowProduct, StockWatch } from '../application/stock-watch.ts';

/** Of one statement: a new limit of the shop has every product that is watched compared. */
const MOST_AT_ONCE = 10_000;
const threshold = sql`coalesce(stock_watch.threshold, (select low_threshold from stock_setting))`;

@Injectable()
export class SqlStockWatch extends StockWatch {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async shopThreshold(): Promise<number> {
    const [row] = await this.rows<{ low_threshold: number }>(sql`select low_threshold from stock_setting for update`);
    return row?.low_threshold ?? 0;
  }

  override async setShopThreshold(lowThreshold: number, at: Date, actor: string): Promise<void> {
    await this.rows(sql`update stock_setting set low_threshold = ${lowThreshold}, updated_at = ${at}, changed_by = ${actor} returning id`);
  }

  override async thresholdOf(productId: string): Promise<number | null> {
    const [row] = await this.rows<{ threshold: number | null }>(
      sql`select threshold from stock_watch where product_id = ${productId} for update`,
    );
    return row?.threshold ?? null;
  }

  override async setThreshold(productId: string, lowThreshold: number | null): Promise<void> {
    await this.rows(sql`insert into stock_watch (product_id, threshold) values (${productId}, ${lowThreshold}::int)
      on conflict (product_id) do update set threshold = excluded.threshold returning product_id`);
  }

  override async noteFallen(alertId: string, at: Date, soldSince: Date): Promise<{ isLow: boolean; emptied: EmptyProduct[] }> {
    await this.rows(sql`select pg_advisory_xact_lock(${LOCKS.stockWatch})`);
    const emptied: EmptyProduct[] = [];
    let isLow = false;
    for (;;) {
      const changed = await this.rows<{ product_id: string }>(sql`delete from stock_changed
        where id = any(array(select id from stock_changed order by id limit ${MOST_AT_ONCE})) returning product_id`);
      const productIds = [...new Set(changed.map(({ product_id }) => product_id))];
      if (productIds.length > 0) {
        isLow = (await this.compare(productIds, alertId, at)) || isLow;
        emptied.push(...(await this.emptied(productIds, at, soldSince)));
      }
      if (changed.length < MOST_AT_ONCE) return { isLow, emptied };
    }
  }

  /** Answers whether any of these products fell low that nobody was told of. */
  private async compare(productIds: readonly string[], alertId: string, at: Date): Promise<boolean> {
    const theirs = sql`listing.product_id = stock_watch.product_id and stock_watch.product_id = any(${productIds}::text[])`;
    await this.rows(sql`update stock_watch set alert_id = null, alerted_at = null from listing
      where ${theirs} and alert_id is not null and (listing.stock > ${threshold} or listing.is_hidden) returning stock_watch.product_id`);
    const fallen = await this.rows(sql`update stock_watch set alert_id = ${alertId}, alerted_at = ${at} from listing
      where ${theirs} and alert_id is null and listing.stock <= ${threshold} and not listing.is_hidden returning stock_watch.product_id`);
    return fallen.length > 0;
  }

  private async emptied(productIds: readonly string[], at: Date, soldSince: Date): Promise<EmptyProduct[]> {
    const theirs = sql`listing.product_id = stock_watch.product_id and stock_watch.product_id = any(${productIds}::text[])`;
    const sales = sql`stock_key join allocation on allocation.key_id = stock_key.id
      where stock_key.product_id = stock_watch.product_id and allocation.allocated_at >= ${soldSince}`;
    await this.rows(sql`update stock_watch set empty_alerted_at = null from listing
      where ${theirs} and empty_alerted_at is not null and (listing.stock > 0 or listing.is_hidden) returning stock_watch.product_id`);
    return this
      .rows<EmptyProduct>(sql`update stock_watch set empty_alerted_at = ${at} from listing join product on product.id = listing.product_id
      where ${theirs} and empty_alerted_at is null and listing.stock = 0 and not listing.is_hidden and exists (select from ${sales})
      returning stock_watch.product_id as "productId", product.name, (select count(*)::int from ${sales}) as sold`);
  }

  override ofAlert(alertId: string): Promise<LowProduct[]> {
    return this.rows<LowProduct>(sql`select product.name, listing.stock as available, ${threshold} as threshold
      from stock_watch join listing using (product_id) join product on product.id = product_id
      where alert_id = ${alertId} and listing.stock <= ${threshold} order by listing.stock, product.name limit 200`);
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }
}
