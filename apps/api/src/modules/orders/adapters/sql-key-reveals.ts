import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { KeyReveals } from '../application/key-reveals.ts';

@Injectable()
export class SqlKeyReveals extends KeyReveals {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async add({ orderId, viewer, address, at }: { orderId: string; viewer: string; address: string; at: Date }): Promise<void> {
    await sql`insert into key_reveal (order_id, viewer, address, at) values (${orderId}, ${viewer}, ${address}, ${at})`.execute(
      this.em.getKysely(),
    );
  }

  override async countSince(orderId: string, since: Date): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from key_reveal
      where order_id = ${orderId} and at > ${since}`.execute(this.em.getKysely());
    return rows[0]?.count ?? 0;
  }

  override async wasRevealed(orderId: string): Promise<boolean> {
    const { rows } = await sql<{ was: boolean }>`select
      exists (select from key_reveal where order_id = ${orderId}) or
      exists (select from allocation a join audit_line l on l.subject_type = 'key' and l.subject_id = a.key_id
        and l.action in ('keys.look', 'orders.find-by-key') where a.order_id = ${orderId}) or
      exists (select from letter where about = ${orderId} and kind = 'keys'
        and not (state in ('waiting', 'dropped') and tries = 0 and reason is null)) as was`.execute(this.em.getKysely());
    return rows[0]?.was === true;
  }
}
