import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type MailRecord, MailReads, type MailState } from '../../../shared/ports.ts';

@Injectable()
export class SqlMailReads extends MailReads {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async about(id: string): Promise<MailRecord[]> {
    const { rows } = await sql<Omit<MailRecord, 'plannedAt' | 'sentAt'> & { readonly plannedAt: string; readonly sentAt: string | null }>`
      select id, kind, about, state, tries, reason, created_at as "plannedAt", sent_at as "sentAt", to_jsonb(next_try_at) #>> '{}' as "nextTryAt" from letter
      where about = ${id} order by created_at, id`.execute(this.em.getKysely());
    return rows.map((row) => ({
      ...row,
      plannedAt: new Date(row.plannedAt),
      sentAt: row.sentAt === null ? null : new Date(row.sentAt),
    }));
  }

  override async statesOf(ids: readonly string[]): Promise<ReadonlyMap<string, MailState>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<{ about: string; state: MailState }>`
      select distinct on (about) about, state from (
        select distinct on (about, kind) about, case state when 'sending' then 'waiting' else state end as state from letter
        where about = any(${[...ids]}::text[]) order by about, kind, created_at desc, id desc
      ) latest where state <> 'dropped' order by about, array_position(array['refused', 'dead', 'waiting', 'sent'], state)`.execute(
      this.em.getKysely(),
    );
    return new Map(rows.map(({ about, state }) => [about, state]));
  }
}
