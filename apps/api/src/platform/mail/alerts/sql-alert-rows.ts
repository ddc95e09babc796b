import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { type Alert, type AlertKind, Clock } from '../../../shared/ports.ts';
import { AlertRows } from './ports.ts';

@Injectable()
export class SqlAlertRows extends AlertRows {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async add({ kind, id, about, detail, link = null }: Alert): Promise<void> {
    await this.rows(sql`insert into alert (kind, id, about, detail, link, raised_at)
      values (${kind}, ${id}, ${about}, ${detail}, ${link}, ${this.clock.now()}) on conflict (kind, id) do nothing returning id`);
  }

  override async open(): Promise<AlertKind[]> {
    const rows = await this.rows<{ kind: AlertKind }>(sql`select distinct kind from alert where mail_id is null order by kind`);
    return rows.map(({ kind }) => kind);
  }

  override async give(kind: AlertKind, mailId: string, at: Date, before: Date): Promise<boolean> {
    // The row of the kind is the lock: a concurrent call waits here, and finds that a mail was planned just now.
    const claimed = await this.rows(sql`insert into alert_mail (kind, planned_at) values (${kind}, ${at})
      on conflict (kind) do update set planned_at = excluded.planned_at where alert_mail.planned_at <= ${before} returning kind`);
    if (claimed.length === 0) return false;
    await this.rows(sql`update alert set mail_id = ${mailId} where kind = ${kind} and mail_id is null returning id`);
    return true;
  }

  override ofMail(mailId: string): Promise<Alert[]> {
    return this.rows<Alert>(sql`select kind, id, about, detail, link from alert where mail_id = ${mailId} order by raised_at, id`);
  }

  override async purge(before: Date): Promise<void> {
    await this.rows(sql`delete from alert where raised_at < ${before} returning id`);
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }
}
