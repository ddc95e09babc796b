import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import type { ContactFile } from '../application/contact.ts';
import { ContactInbox } from '../application/contact-admin.ts';

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

@Injectable()
export class SqlContactInbox extends ContactInbox {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async list({ isDone }: { isDone?: boolean }, window: ListWindow) {
    const { rows, total } = await countedRows<{ item: unknown }>(this.em.getKysely() as never, {
      columns: sql`json_build_object('id', id, 'fullName', full_name, 'email', email, 'message', message, 'fileName', file_name, 'fileType', file_type,
        'createdAt', ${iso('created_at')}, 'doneAt', ${iso('done_at')}, 'doneBy', done_by) as item`,
      from: sql`contact_message`,
      where: whereAll([isDone === true && sql`done_at is not null`, isDone === false && sql`done_at is null`]),
      order: sql`created_at desc, id desc`,
      window,
    });
    return { items: rows.map(({ item }) => item), total };
  }

  override async file(id: string): Promise<ContactFile | null> {
    const { rows } = await sql<ContactFile>`select file_name as name, file_type as type, file_content as content
      from contact_message where id = ${id} and file_content is not null`.execute(this.em.getKysely());
    return rows[0] ?? null;
  }

  override async isDone(id: string): Promise<boolean | null> {
    const { rows } = await sql<{
      done: boolean;
    }>`select done_at is not null as done from contact_message where id = ${id} for update`.execute(this.em.getKysely());
    return rows[0]?.done ?? null;
  }

  override async setDone(id: string, done: { at: Date; by: string } | null): Promise<void> {
    await sql`update contact_message set done_at = ${done?.at ?? null}::timestamptz, done_by = ${done?.by ?? null} where id = ${id}`.execute(
      this.em.getKysely(),
    );
  }

  override async remove(id: string): Promise<void> {
    await sql`delete from contact_message where id = ${id}`.execute(this.em.getKysely());
  }
}
