import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { LOCKS } from '../../../platform/database/locks.ts';
import { type CatalogueProduct, ProductReads } from '../../catalog/index.ts';
import { type EmptyProduct, type LowProduct, StockWatch } from '../application/stock-watch.ts';

/** Batch size of one statement: a new limit of the shop compares every watched product. */
const MOST_AT_ONCE = 10_000;
/** Products of one mail. */
const MOST_OF_ALERT = 200;
const threshold = sql`coalesce(stock_watch.threshold, (select low_threshold from stock_setting))`;

@Injectable()
export class SqlStockWatch extends StockWatch {
  constructor(
    private readonly em: EntityManager,
    private readonly products: ProductReads,
  ) {
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

  override async updateAlerts(alertId: string, at: Date, soldSince: Date): Promise<{ isLow: boolean; emptied: EmptyProduct[] }> {
    await this.rows(sql`select pg_advisory_xact_lock(${LOCKS.stockWatch})`);
    const emptied: EmptyProduct[] = [];
    let isLow = false;
    for (;;) {
      const changed = await this.rows<{ product_id: string }>(sql`delete from stock_changed
        where id = any(array(select id from stock_changed order by id limit ${MOST_AT_ONCE})) returning product_id`);
      const productIds = [...new Set(changed.map(({ product_id }) => product_id))];
      if (productIds.length > 0) {
        const products = await this.products.ofIds(productIds);
        isLow = (await this.compare(products, alertId, at)) || isLow;
        emptied.push(...(await this.emptied(products, at, soldSince)));
      }
      if (changed.length < MOST_AT_ONCE) return { isLow, emptied };
    }
  }

  /** Returns whether any of these products became low without an alert. */
  private async compare(products: ReadonlyMap<string, CatalogueProduct>, alertId: string, at: Date): Promise<boolean> {
    const now = listedNow(products);
    await this.rows(sql`update stock_watch set alert_id = null, alerted_at = null from ${now}
      where now.product_id = stock_watch.product_id and alert_id is not null and (now.stock > ${threshold} or now.is_hidden)
      returning stock_watch.product_id`);
    const fallen = await this.rows(sql`update stock_watch set alert_id = ${alertId}, alerted_at = ${at} from ${now}
      where now.product_id = stock_watch.product_id and alert_id is null and now.stock <= ${threshold} and not now.is_hidden
      returning stock_watch.product_id`);
    return fallen.length > 0;
  }

  private async emptied(products: ReadonlyMap<string, CatalogueProduct>, at: Date, soldSince: Date): Promise<EmptyProduct[]> {
    const now = listedNow(products);
    const sales = sql`stock_key join allocation on allocation.key_id = stock_key.id
      where stock_key.product_id = stock_watch.product_id and allocation.allocated_at >= ${soldSince}`;
    await this.rows(sql`update stock_watch set empty_alerted_at = null from ${now}
      where now.product_id = stock_watch.product_id and empty_alerted_at is not null and (now.stock > 0 or now.is_hidden)
      returning stock_watch.product_id`);
    const emptied = await this.rows<Omit<EmptyProduct, 'name'>>(sql`update stock_watch set empty_alerted_at = ${at} from ${now}
      where now.product_id = stock_watch.product_id and empty_alerted_at is null and now.stock = 0 and not now.is_hidden
        and exists (select from ${sales})
      returning stock_watch.product_id as "productId", (select count(*)::int from ${sales}) as sold`);
    return emptied.map((one) => ({ ...one, name: products.get(one.productId)?.name ?? '' }));
  }

  override async ofAlert(alertId: string): Promise<LowProduct[]> {
    const watched = await this.rows<{ product_id: string; threshold: number }>(
      sql`select product_id, ${threshold} as threshold from stock_watch where alert_id = ${alertId}`,
    );
    const limits = new Map(watched.map((row) => [row.product_id, row.threshold]));
    const { items } = await this.products.byStock(limits, { isLow: true }, { offset: 0, limit: MOST_OF_ALERT });
    return items
      .map(({ productId, name, stock }) => ({ name, available: stock, threshold: limits.get(productId) ?? 0 }))
      .sort((one, other) => one.available - other.available || one.name.localeCompare(other.name));
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }
}

/** These products as rows of an update, called `now`. */
function listedNow(products: ReadonlyMap<string, CatalogueProduct>): RawBuilder<unknown> {
  const all = [...products.values()];
  return sql`unnest(${all.map(({ productId }) => productId)}::text[], ${all.map(({ stock }) => stock)}::integer[],
    ${all.map(({ isHidden }) => isHidden)}::boolean[]) as now (product_id, stock, is_hidden)`;
}
