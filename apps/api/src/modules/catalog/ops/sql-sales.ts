import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows } from '../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { type PlannedSale, Sales, type SaleState } from '../application/ports.ts';
import { jsonOf, run } from '../adapters/writes/listing-sql.ts';
import { priceColumns, priceRow } from '../adapters/writes/sql-prices.ts';
import { saleView } from './staff-product-json.ts';

/** `$1` is a JSON list of one `priceRow`. */
const planSale = `insert into price (product_id, kind, starts_at, ends_at, ${priceColumns.join(', ')}, discount_percent, overridden, actor, created_at)
  select product_id, 'sale', $2, $3, ${priceColumns.join(', ')}, discount_percent, overridden, $4, $5
  from json_to_recordset($1::json) as given (product_id text, ${priceColumns.map((column) => `${column} integer`).join(', ')}, discount_percent integer, overridden text[])
  returning id`;

@Injectable()
export class SqlSales extends Sales {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async isTaken(productId: string, startsAt: Date, endsAt: Date): Promise<boolean> {
    const rows = await this.rows(
      `select 1 from price where product_id = $1 and kind = 'sale' and starts_at < $3 and ends_at > $2 and ends_at > starts_at limit 1`,
      [productId, startsAt, endsAt],
    );
    return rows.length > 0;
  }

  override async plan(sale: PlannedSale, at: Date, actor: string): Promise<string> {
    const [row] = await this.rows<{ id: string }>(planSale, [JSON.stringify([priceRow(sale)]), sale.startsAt, sale.endsAt, actor, at]);
    return String(row?.id);
  }

  override async end(productId: string, saleId: string, at: Date): Promise<{ startsAt: Date; endsAt: Date } | null> {
    const [row] = await this.rows<{ starts_at: string; ends_at: string }>(
      `update price set ends_at = greatest($3::timestamptz, price.starts_at) from price before
        where price.id = before.id and price.product_id = $1 and price.id::text = $2 and price.kind = 'sale' and price.ends_at > $3
        returning before.starts_at, before.ends_at`,
      [productId, saleId, at],
    );
    return row ? { startsAt: new Date(row.starts_at), endsAt: new Date(row.ends_at) } : null;
  }

  override async list(state: SaleState, window: ListWindow, at: Date) {
    const isOn = sql`in_force.kind = 'sale' and in_force.ends_at > ${at} and in_force.ends_at > in_force.starts_at`;
    const { rows, total } = await countedRows<{ item: unknown }>(this.em.getKysely() as never, {
      columns: sql`(${sql.raw(jsonOf(saleView))})::json as item`,
      from: sql`price in_force join product on product.id = in_force.product_id`,
      counted: sql`price in_force`,
      where: state === 'running' ? sql`${isOn} and in_force.starts_at <= ${at}` : sql`${isOn} and in_force.starts_at > ${at}`,
      order: state === 'running' ? sql`in_force.ends_at, in_force.id` : sql`in_force.starts_at, in_force.id`,
      window,
    });
    return { items: rows.map(({ item }) => item), total };
  }

  private rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return run<Row>(this.em.getKysely() as never, text, values);
  }
}
