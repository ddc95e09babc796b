import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import type { KeyState } from '../application/key-records.ts';
import { type KeyFilter, type KeyLine, type StockLevel, StockReads } from '../application/stock-reads.ts';

const threshold = sql`coalesce(stock_watch.threshold, (select low_threshold from stock_setting))`;
const countOf = (state: KeyState) =>
  sql`(select count(*)::int from stock_key where stock_key.product_id = product.id and state = ${state}) as ${sql.ref(state)}`;

@Injectable()
export class SqlStockReads extends StockReads {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async levels({ isLow, productId }: { isLow?: boolean; productId?: string }, window: ListWindow) {
    const { rows, total } = await countedRows<StockLevel>(this.em.getKysely(), {
      columns: sql`product.id as "productId", product.kinguin_id as "kinguinId", product.name, product.platform, product.is_hidden as "isHidden",
        listing.stock as available, ${countOf('reserved')}, ${countOf('sold')}, ${countOf('burnt')}, ${countOf('quarantined')},
        ${threshold} as threshold, stock_watch.threshold is not null as "hasOwnThreshold", listing.stock <= ${threshold} as "isLow"`,
      from: sql`stock_watch join listing using (product_id) join product on product.id = stock_watch.product_id`,
      where: whereAll([
        isLow !== undefined && sql`(listing.stock <= ${threshold}) = ${isLow}`,
        productId !== undefined && sql`stock_watch.product_id = ${productId}`,
      ]),
      order: sql`listing.stock, product.id`,
      window,
    });
    return { items: rows, total };
  }

  override async keys({ productId, state, uploadId }: KeyFilter, window: ListWindow) {
    const { rows, total } = await countedRows<Omit<KeyLine, 'addedAt'> & { addedAt: string }>(this.em.getKysely(), {
      columns: sql`stock_key.id, stock_key.product_id as "productId", (select name from product where product.id = stock_key.product_id) as "productName",
        kind, state, order_id as "orderId", (select number from shop_order where shop_order.id = order_id) as "orderNumber",
        key_version as "keyVersion", added_at as "addedAt", added_by as "addedBy", upload_id as "uploadId"`,
      from: sql`stock_key`,
      where: whereAll([
        productId !== undefined && sql`stock_key.product_id = ${productId}`,
        state !== undefined && sql`state = ${state}`,
        uploadId !== undefined && sql`upload_id = ${uploadId}`,
      ]),
      order: sql`stock_key.id desc`,
      window,
    });
    return { items: rows.map((row) => ({ ...row, addedAt: new Date(row.addedAt) })), total };
  }
}
