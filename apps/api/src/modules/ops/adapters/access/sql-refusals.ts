import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows, whereAll } from '../../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../../shared/list-window.ts';
import { Clock } from '../../../../shared/ports.ts';
import type { Place } from '../../../../shared/place.ts';
import { type Refusal, type RefusalFilter, type RefusalReason, Refusals } from '../../application/refusals.ts';

@Injectable()
export class SqlRefusals extends Refusals {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async add({
    reason,
    keyId,
    network,
    browser,
  }: Place & { readonly reason: RefusalReason; readonly keyId: string | null }): Promise<void> {
    await sql`insert into ops_refusal (at, reason, key_id, network, browser)
      values (${this.clock.now()}, ${reason}, ${keyId}, ${network}, ${browser})`.execute(this.em.getKysely());
  }

  override async list({ by, reason }: RefusalFilter, window: ListWindow): Promise<{ refusals: Refusal[]; total: number }> {
    const { rows, total } = await countedRows<Omit<Refusal, 'at'> & { readonly at: string }>(this.em.getKysely(), {
      columns: sql`at, reason, network, browser,
        (select json_build_object('id', id, 'name', name) from ops_key where ops_key.id = ops_refusal.key_id) as key`,
      from: sql`ops_refusal`,
      where: whereAll([
        by !== undefined && sql`key_id = any(array(select id from ops_key where id = ${by} or lower(name) = lower(${by})))`,
        reason !== undefined && sql`reason = ${reason}`,
      ]),
      order: sql`id desc`,
      window,
    });
    return { refusals: rows.map((row) => ({ ...row, at: new Date(row.at) })), total };
  }
}
