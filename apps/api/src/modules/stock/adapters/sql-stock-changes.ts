import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Counter } from 'prom-client';
import { LOCKS } from '../../../platform/database/locks.ts';
import { Metrics } from '../../../platform/metrics/metrics.ts';
import type { FigureQuery } from '../../../platform/metrics/table-figures.ts';
import { Catalogue } from '../../catalog/index.ts';
import { type StockCorrection, StockChanges } from '../application/stock-changes.ts';
import { SqlKeyWaits } from './sql-key-waits.ts';

export const STOCK_CHANGE_FIGURES: FigureQuery = {
  pace: 'quick',
  select: 'select count(*)::int as stock_changes from (select from stock_change limit 10000) pending',
  gauges: {
    stock_changes: {
      metric: 'keyturn_stock_changes_pending',
      help: 'Changes of stock that lists do not show yet, counted up to 10,000',
    },
  },
};

/** A trigger on `stock_key` writes differences to `stock_change`. */
@Injectable()
export class SqlStockChanges extends StockChanges {
  private readonly logger = new Logger('stock');
  private readonly corrected: Counter;

  constructor(
    private readonly em: EntityManager,
    private readonly catalogue: Catalogue,
    private readonly waits: SqlKeyWaits,
    metrics: Metrics,
  ) {
    super();
    this.corrected = metrics.counter(
      'keyturn_stock_corrections_total',
      'Products that showed another stock than their keys, and were corrected',
    );
  }

  override async applyTo(productIds: readonly string[]): Promise<void> {
    const rows = await this.rows<{ product_id: string; difference: number }>(sql`
      with taken as (delete from stock_change where product_id = any(${[...productIds]}::text[]) returning product_id, delta)
      select product_id, sum(delta)::int as difference from taken group by product_id`);
    await this.catalogue.changeStock(new Map(rows.map(({ product_id, difference }) => [product_id, difference])));
    // A wait that began while keys were returned did not see them, nor they it. Their difference reveals them, under the lock of waits.
    await this.waits.fill(productIds);
  }

  override async applyPending(after: string, most: number): Promise<string | null> {
    const [mine] = await this.rows<{ is_mine: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCKS.stockChanges}) as is_mine`);
    if (mine?.is_mine !== true) return null;
    const pending = await this.rows<{ product_id: string }>(
      sql`select distinct product_id from stock_change where product_id > ${after} order by product_id limit ${most}`,
    );
    const productIds = pending.map(({ product_id }) => product_id);
    if (productIds.length === 0) return null;
    const busy = await this.catalogue.tryLockListings(productIds);
    const locked = productIds.filter((id) => !busy.has(id));
    await this.applyTo(locked);
    return productIds.length < most ? null : (productIds.at(-1) ?? null);
  }

  override async verify(after: string, most: number): Promise<{ last: string | null; corrected: StockCorrection[] }> {
    const watched = await this.rows<{ product_id: string }>(
      sql`select product_id from stock_watch where product_id > ${after} order by product_id limit ${most}`,
    );
    const productIds = watched.map(({ product_id }) => product_id);
    if (productIds.length === 0) return { last: null, corrected: [] };
    // Under this lock no differences are added up, so that one statement sees all pending ones.
    await this.catalogue.lockListings(productIds);
    const shown = await this.catalogue.shownStock(productIds);
    const rows = await this.rows<{ product_id: string; counted: number }>(sql`
      select product_id, ((select count(*) from stock_key where stock_key.product_id = product.product_id and state = 'available')
          - (select coalesce(sum(delta), 0) from stock_change where stock_change.product_id = product.product_id))::int as counted
      from unnest(${productIds}::text[]) as product (product_id)`);
    const corrected = rows
      .map(({ product_id, counted }) => ({ productId: product_id, shown: shown.get(product_id) ?? counted, counted: Math.max(0, counted) }))
      .filter((one) => one.shown !== one.counted);
    await this.catalogue.changeStock(new Map(corrected.map((one) => [one.productId, one.counted - one.shown])));
    return { last: productIds.length < most ? null : (productIds.at(-1) ?? null), corrected };
  }

  override report(corrected: readonly StockCorrection[]): void {
    for (const correction of corrected) this.logger.error({ message: 'Lists showed a stock that the keys do not have.', ...correction });
    this.corrected.inc(corrected.length);
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }
}
