import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** How far the shop's clock is ahead, in milliseconds. */
export async function clockOffsetMs(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ offset: string }>('select offset_ms as offset from clock');
  return Number(rows[0]?.offset ?? 0);
}

/** Moves the clock of all processes, and has these recurring tasks run now instead of within the minute. */
export async function letTimePass(database: pg.Pool, byMs: number, tasks: readonly string[]): Promise<void> {
  await database.query(`update clock set offset_ms = offset_ms + $1`, [byMs]);
  await database.query(`select pg_notify('clock_moved', '')`);
  for (const task of tasks)
    await database.query(`insert into outbox (job_id, queue, job, data, created_at) values ($1, 'upkeep', $2, '{}', now())`, [
      `${task}-${randomUUID()}`,
      task,
    ]);
  await database.query(`select pg_notify('outbox', '')`);
}
