import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows } from '../../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../../shared/list-window.ts';
import type { SupplierName } from '../../application/ports.ts';
import {
  type AskedSync,
  type EndedChanges,
  type Sync,
  type SyncProgress,
  type SyncReport,
  SCHEDULE,
  Syncs,
} from '../../application/feeds/syncs.ts';
import { rowsOf } from './rows.ts';

const columns = sql`id, kind, state, products, offers, skipped, removed, repriced, created, updated, failure, asked_by as "askedBy",
  created_at as "createdAt", finished_at as "finishedAt"`;
const takenColumns = sql`id, supplier, cursor, started_at as "startedAt", tries, beat_at as "renewedAt"`;
const isStill = ({ id, renewedAt }: Sync) => sql`id = ${id} and state = 'running' and beat_at = ${renewedAt}`;

@Injectable()
export class SqlSyncs extends Syncs {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async ask({ id, supplier, by, fewestAccepted }: AskedSync, at: Date): Promise<string> {
    await rowsOf(
      this.em,
      sql`insert into supplier_sync (id, supplier, asked_by, fewest_accepted, created_at, due_at)
        values (${id}, ${supplier}, ${by}, ${fewestAccepted ?? null}, ${at}, ${at})
        on conflict (supplier) where state in ('waiting', 'running') do nothing`,
    );
    const [open] = await rowsOf<{ id: string }>(
      this.em,
      sql`update supplier_sync set fewest_accepted = coalesce(${fewestAccepted ?? null}, fewest_accepted)
        where supplier = ${supplier} and state in ('waiting', 'running') returning id`,
    );
    return open?.id ?? id;
  }

  override async fewestAccepted(id: string): Promise<number | null> {
    const [row] = await rowsOf<{ fewest: number | null }>(
      this.em,
      sql`select fewest_accepted as fewest from supplier_sync where id = ${id}`,
    );
    return row?.fewest ?? null;
  }

  override async take(suppliers: readonly SupplierName[], at: Date, silentSince: Date): Promise<Sync | null> {
    const [row] = await rowsOf<Sync>(
      this.em,
      sql`update supplier_sync set state = 'running', started_at = coalesce(started_at, ${at}), beat_at = ${at}, tries = tries + 1
        where id = (
          select id from supplier_sync where supplier = any(${[...suppliers]}::text[])
            and ((state = 'waiting' and due_at <= ${at}) or (state = 'running' and beat_at < ${silentSince}))
          order by due_at, id limit 1 for update skip locked
        ) returning ${takenColumns}`,
    );
    return row ? takenOf(row) : null;
  }

  /** A page that was read starts the count of tries anew: only failures in a row end a synchronisation. */
  override async progress(
    taken: Sync,
    { products, offers, skipped, repriced, created, updated, next }: SyncProgress,
    at: Date,
  ): Promise<Sync | null> {
    const [row] = await rowsOf<Sync>(
      this.em,
      sql`update supplier_sync set cursor = ${next}, products = products + ${products}, offers = offers + ${offers},
        skipped = skipped + ${skipped}, repriced = repriced + ${repriced}, created = created + ${created}, updated = updated + ${updated},
        tries = 1, beat_at = ${at} where ${isStill(taken)} returning ${takenColumns}`,
    );
    return row ? takenOf(row) : null;
  }

  override async removed(taken: Sync, offers: number, at: Date): Promise<Sync | null> {
    const [row] = await rowsOf<Sync>(
      this.em,
      sql`update supplier_sync set removed = removed + ${offers}, beat_at = ${at} where ${isStill(taken)} returning ${takenColumns}`,
    );
    return row ? takenOf(row) : null;
  }

  override async done(taken: Sync, at: Date): Promise<void> {
    await rowsOf(this.em, sql`update supplier_sync set state = 'done', failure = null, finished_at = ${at} where ${isStill(taken)}`);
  }

  override async postpone(taken: Sync, failure: string | null, dueAt: Date): Promise<void> {
    await rowsOf(this.em, sql`update supplier_sync set state = 'waiting', failure = ${failure}, due_at = ${dueAt} where ${isStill(taken)}`);
  }

  override async fail(taken: Sync, failure: string, at: Date): Promise<boolean> {
    const rows = await rowsOf(
      this.em,
      sql`update supplier_sync set state = 'failed', failure = ${failure}, finished_at = ${at} where ${isStill(taken)} returning id`,
    );
    return rows.length > 0;
  }

  override async ended(
    { id, supplier, startedAt, products, offers, skipped, repriced, created, updated, failure }: EndedChanges,
    at: Date,
  ): Promise<void> {
    await rowsOf(
      this.em,
      sql`insert into supplier_sync (id, supplier, kind, state, products, offers, skipped, repriced, created, updated, failure, asked_by,
          created_at, due_at, started_at, finished_at)
        values (${id}, ${supplier}, 'changes', ${failure === null ? 'done' : 'failed'}, ${products}, ${offers}, ${skipped}, ${repriced},
          ${created}, ${updated}, ${failure}, ${SCHEDULE}, ${startedAt}, ${startedAt}, ${startedAt}, ${at})`,
    );
  }

  override async seenSince(supplier: SupplierName): Promise<Date | null> {
    const [row] = await rowsOf<{ at: string | null }>(
      this.em,
      sql`select max(started_at) as at from supplier_sync where supplier = ${supplier} and state = 'done'`,
    );
    return row?.at ? new Date(row.at) : null;
  }

  override async latest(supplier: SupplierName): Promise<SyncReport | null> {
    const [row] = await rowsOf<SyncReport>(
      this.em,
      sql`select ${columns} from supplier_sync where supplier = ${supplier} and kind = 'all' order by created_at desc, id desc limit 1`,
    );
    return row ? reportOf(row) : null;
  }

  override async list(supplier: SupplierName, window: ListWindow): Promise<{ items: SyncReport[]; total: number }> {
    const { rows, total } = await countedRows<SyncReport>(this.em.getKysely() as never, {
      columns,
      from: sql`supplier_sync`,
      where: sql`supplier = ${supplier}`,
      order: sql`created_at desc, id desc`,
      window,
    });
    return { items: rows.map(reportOf), total };
  }

  override async ofId(id: string): Promise<SyncReport | null> {
    const [row] = await rowsOf<SyncReport>(this.em, sql`select ${columns} from supplier_sync where id = ${id}`);
    return row ? reportOf(row) : null;
  }
}

function takenOf(row: Sync): Sync {
  return { ...row, startedAt: new Date(row.startedAt), renewedAt: new Date(row.renewedAt) };
}

function reportOf(row: SyncReport): SyncReport {
  return { ...row, createdAt: new Date(row.createdAt), finishedAt: row.finishedAt && new Date(row.finishedAt) };
}
