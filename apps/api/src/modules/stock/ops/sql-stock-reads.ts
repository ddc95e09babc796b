import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { ProductReads } from '../../catalog/index.ts';
import { KeyOrders } from '../application/key-orders.ts';
import type { KeyState } from '../application/key-records.ts';
import { type KeyFilter, type KeyLine, type StockLevel, StockReads } from '../application/stock-reads.ts';

interface Limit {
  readonly product_id: string;
  readonly threshold: number;
  readonly own: boolean;
}

@Injectable()
export class SqlStockReads extends StockReads {
  constructor(
    private readonly em: EntityManager,
    private readonly products: ProductReads,
    private readonly orders: KeyOrders,
  ) {
    super();
  }

  override async levels({ isLow, productId }: { isLow?: boolean; productId?: string }, window: ListWindow) {
    const watched = await this.rows<Limit>(sql`select product_id, threshold is not null as own,
        coalesce(threshold, (select low_threshold from stock_setting)) as threshold from stock_watch
      where ${productId === undefined ? sql`true` : sql`product_id = ${productId}`}`);
    const limits = new Map(watched.map((limit) => [limit.product_id, limit]));
    const thresholds = new Map(watched.map(({ product_id, threshold }) => [product_id, threshold]));
    const { items, total } = await this.products.byStock(thresholds, isLow === undefined ? {} : { isLow }, window);
    const counts = await this.counts(items.map((product) => product.productId));
    const levels = items.map(({ productId: id, kinguinId, name, platform, isHidden, stock }): StockLevel => {
      const { threshold = 0, own = false } = limits.get(id) ?? {};
      const count = (state: KeyState) => counts.get(`${id}/${state}`) ?? 0;
      return {
        productId: id,
        kinguinId,
        name,
        platform,
        isHidden,
        available: stock,
        reserved: count('reserved'),
        sold: count('sold'),
        burnt: count('burnt'),
        quarantined: count('quarantined'),
        threshold,
        hasOwnThreshold: own,
        isLow: stock <= threshold,
      };
    });
    return { items: levels, total };
  }

  override async keys({ productId, state, uploadId }: KeyFilter, window: ListWindow) {
    const { rows, total } = await countedRows<Omit<KeyLine, 'addedAt' | 'productName' | 'orderNumber'> & { addedAt: string }>(
      this.em.getKysely(),
      {
        columns: sql`id, product_id as "productId", kind, state, order_id as "orderId", key_version as "keyVersion", added_at as "addedAt",
          added_by as "addedBy", upload_id as "uploadId",
          case state when 'quarantined' then coalesce(quarantine_cause, 'unknown') end as "quarantineCause"`,
        from: sql`stock_key`,
        where: whereAll([
          productId !== undefined && sql`product_id = ${productId}`,
          state !== undefined && sql`state = ${state}`,
          uploadId !== undefined && sql`upload_id = ${uploadId}`,
        ]),
        order: sql`id desc`,
        window,
      },
    );
    const products = await this.products.ofIds(rows.map((row) => row.productId));
    const numbers = await this.orders.numbers(rows.flatMap(({ orderId }) => orderId ?? []));
    const items = rows.map((row) => ({
      ...row,
      productName: products.get(row.productId)?.name ?? '',
      orderNumber: numbers.get(row.orderId ?? '') ?? null,
      addedAt: new Date(row.addedAt),
    }));
    return { items, total };
  }

  /** How many keys these products have in each state, by `id/state`. */
  private async counts(productIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (productIds.length === 0) return new Map();
    const rows = await this.rows<{ product_id: string; state: string; count: number }>(sql`select product_id, state, count(*)::int as count
      from stock_key where product_id = any(${[...productIds]}::text[]) group by product_id, state`);
    return new Map(rows.map(({ product_id, state, count }) => [`${product_id}/${state}`, count]));
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }
}
