import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type BuyerRefund, BuyerRefunds } from '../application/ops/buyer-refunds.ts';

const ofItems = sql`done_at is not null and failed_at is null and kind in ('pieces', 'external') and (is_whole or key_ids <> '{}')`;

@Injectable()
export class SqlBuyerRefunds extends BuyerRefunds {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async of(orderIds: readonly string[]): Promise<BuyerRefund[]> {
    if (orderIds.length === 0) return [];
    const { rows } = await sql<BuyerRefund>`select order_id as "orderId", done_at as at, is_whole as "isWhole", key_ids as "keyIds"
      from order_refund where order_id = any(${[...new Set(orderIds)]}::text[]) and ${ofItems} order by done_at, id`.execute(
      this.em.getKysely(),
    );
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  }

  override async ordersBetween(from: Date, to: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select distinct order_id as id from order_refund
      where done_at >= ${from} and done_at < ${to} and ${ofItems}`.execute(this.em.getKysely());
    return rows.map(({ id }) => id);
  }
}
