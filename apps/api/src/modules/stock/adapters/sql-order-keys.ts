import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type OrderKey, OrderKeys } from '../application/order-keys.ts';

@Injectable()
export class SqlOrderKeys extends OrderKeys {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async of(orderId: string): Promise<OrderKey[]> {
    const { rows } = await sql<OrderKey>`select k.id as "keyId", k.kind, k.state, encode(k.fingerprint, 'hex') as fingerprint,
        case when a.key_id is not null then json_build_object('line', a.line, 'slot', a.slot) end as piece
      from stock_key k left join allocation a on a.key_id = k.id where k.order_id = ${orderId} order by a.line, a.slot, k.id`.execute(
      this.em.getKysely(),
    );
    return rows;
  }

  override async addedBy(keyId: string): Promise<string | null> {
    const { rows } = await sql<{ name: string }>`select added_by as name from stock_key where id = ${keyId}`.execute(this.em.getKysely());
    return rows[0]?.name ?? null;
  }

  override async ordersGiven(fingerprint: Buffer): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select distinct order_id as id from stock_key
      where fingerprint = ${fingerprint} and order_id is not null`.execute(this.em.getKysely());
    return rows.map(({ id }) => id);
  }
}
