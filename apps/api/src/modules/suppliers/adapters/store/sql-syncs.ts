import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type Sync, type SyncReport, type SupplierName, Syncs } from '../../application/ports.ts';
import { rowsOf } from './rows.ts';

@Injectable()
export class SqlSyncs extends Syncs {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async ask(id: string, supplier: SupplierName, by: string, at: Date): Promise<string> {
    await rowsOf(
      this.em,
      sql`insert into supplier_sync (id, supplier, asked_by, created_at, due_at) values (${id}, ${supplier}, ${by}, ${at}, ${at})
        on conflict (supplier) where state in ('waiting', 'running') do nothing`,
    );
    const [open] = await rowsOf<{ id: string }>(
      this.em,
      sql`select id from supplier_sync where supplier = ${supplier} and state in ('waiting', 'running')`,
    );
    return open?.id ?? id;
  }

  override async take(suppliers: readonly SupplierName[], at: Date, silentSince: Date): Promise<Sync | null> {
    const [row] = await rowsOf<Sync>(
      this.em,
      sql`update supplier_sync set state = 'running', started_at = coalesce(started_at, ${at}), beat_at = ${at}, tries = tries + 1
        where id = (
          select id from supplier_sync where supplier = any(${[...suppliers]}::text[])
            and ((state = 'waiting' and due_at <= ${at}) or (state = 'running' and beat_at < ${silentSince}))
          order by due_at, id limit 1 for update skip locked
        ) returning id, supplier, cursor, started_at as "startedAt", tries`,
    );
    return row ? { ...row, startedAt: new Date(row.startedAt) } : null;
  }

  /** A page that was read starts the count of tries anew: only failures in a row end a synchronisation. */
  override async progress(
    id: string,
    { products, offers, skipped, next }: { products: number; offers: number; skipped: number; next: string | null },
    at: Date,
  ): Promise<void> {
    await rowsOf(
      this.em,
      sql`update supplier_sync set cursor = ${next}, products = products + ${products}, offers = offers + ${offers},
        skipped = skipped + ${skipped}, tries = 1, beat_at = ${at} where id = ${id}`,
    );
  }

  override async done(id: string, removed: number, at: Date): Promise<void> {
    await rowsOf(
      this.em,
      sql`update supplier_sync set state = 'done', removed = ${removed}, failure = null, finished_at = ${at} where id = ${id}`,
    );
  }

  override async postpone(id: string, failure: string | null, dueAt: Date): Promise<void> {
    await rowsOf(this.em, sql`update supplier_sync set state = 'waiting', failure = ${failure}, due_at = ${dueAt} where id = ${id}`);
  }

  override async fail(id: string, failure: string, at: Date): Promise<void> {
    await rowsOf(this.em, sql`update supplier_sync set state = 'failed', failure = ${failure}, finished_at = ${at} where id = ${id}`);
  }

  override async latest(supplier: SupplierName): Promise<SyncReport | null> {
    const [row] = await rowsOf<SyncReport>(
      this.em,
      sql`select id, state, products, offers, skipped, removed, failure, asked_by as "askedBy", created_at as "createdAt",
        finished_at as "finishedAt" from supplier_sync where supplier = ${supplier} order by created_at desc, id desc limit 1`,
    );
    if (!row) return null;
    return { ...row, createdAt: new Date(row.createdAt), finishedAt: row.finishedAt && new Date(row.finishedAt) };
  }
}
