import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type Session, Sessions } from '../../application/sessions.ts';

type Row = Omit<Session, 'startedAt' | 'seenAt' | 'expiresAt'> & {
  readonly startedAt: string;
  readonly seenAt: string;
  readonly expiresAt: string;
};

@Injectable()
export class SqlSessions extends Sessions {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async see(
    { id, userId, version, network, browser, startedAt, seenAt, expiresAt }: Session,
    idleSince = new Date(0),
  ): Promise<boolean> {
    const { rows } = await sql`insert into user_session (id, user_id, version, network, browser, started_at, seen_at, expires_at)
      values (${id}, ${userId}, ${version}, ${network}, ${browser}, ${startedAt}, ${seenAt}, ${expiresAt})
      on conflict (id) do update set seen_at = excluded.seen_at, network = excluded.network, browser = excluded.browser
        where user_session.ended_at is null and user_session.seen_at >= ${idleSince}
      returning id`.execute(this.em.getKysely());
    return rows.length === 1;
  }

  override async ofUser(userId: string, version: number, now: Date): Promise<Session[]> {
    const { rows } = await sql<Row>`select id, user_id as "userId", version, network, browser, started_at as "startedAt",
        seen_at as "seenAt", expires_at as "expiresAt"
      from user_session where user_id = ${userId} and version = ${version} and ended_at is null and expires_at > ${now}
      order by seen_at desc, id desc`.execute(this.em.getKysely());
    return rows.map((row) => ({
      ...row,
      startedAt: new Date(row.startedAt),
      seenAt: new Date(row.seenAt),
      expiresAt: new Date(row.expiresAt),
    }));
  }

  override async end(userId: string, id: string, now: Date): Promise<Date | null> {
    const { rows } = await sql<{ expiresAt: string }>`update user_session set ended_at = ${now}
      where id = ${id} and user_id = ${userId} and ended_at is null and expires_at > ${now}
      returning expires_at as "expiresAt"`.execute(this.em.getKysely());
    return rows[0] ? new Date(rows[0].expiresAt) : null;
  }
}
