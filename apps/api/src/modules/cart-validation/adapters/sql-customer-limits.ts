import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows } from '../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { CustomerLimits } from '../application/customer-limits.ts';
import type { CustomerLimit } from '../domain/customer-limit.ts';

@Injectable()
export class SqlCustomerLimits extends CustomerLimits {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async of(productIds: readonly string[]): Promise<ReadonlyMap<string, CustomerLimit>> {
    const { rows } = await sql<CustomerLimit & { id: string }>`select product_id as id, pieces, days from customer_limit
      where product_id = any(${[...productIds]}::text[])`.execute(this.em.getKysely());
    return new Map(rows.map(({ id, pieces, days }) => [id, { pieces, days }]));
  }

  override async list(window: ListWindow) {
    const { rows, total } = await countedRows<{ item: unknown }>(this.em.getKysely() as never, {
      columns: sql`json_build_object('product', product_id, 'pieces', pieces, 'days', days, 'changedBy', changed_by,
        'changedAt', to_char(changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as item`,
      from: sql`customer_limit`,
      where: sql`true`,
      order: sql`product_id`,
      window,
    });
    return { items: rows.map(({ item }) => item), total };
  }

  override async put(productId: string, { pieces, days }: CustomerLimit, { at, actor }: { at: Date; actor: string }): Promise<void> {
    await sql`insert into customer_limit (product_id, pieces, days, changed_at, changed_by)
      values (${productId}, ${pieces}, ${days}, ${at}, ${actor})
      on conflict (product_id) do update
        set pieces = excluded.pieces, days = excluded.days, changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(
      this.em.getKysely(),
    );
  }

  override async remove(productId: string): Promise<void> {
    await sql`delete from customer_limit where product_id = ${productId}`.execute(this.em.getKysely());
  }
}
