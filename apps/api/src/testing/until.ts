import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';

const TIMEOUT_MS = 20_000;
const LONGEST_TURN_MS = 20;

/** Waits for the thing itself. How long that takes is not what is tested: the patience only ends a test that would never end. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`It did not come about within ${TIMEOUT_MS / 1000} s: ${holds.toString()}`);
    await setTimeout(5);
  }
}

/**
 * Waits for what is promised within so many milliseconds. A turn of the event loop counts as 20 ms at the most, or as the processor time
 * that this process used in it: one that took longer waited for a processor, which a busy machine gives to others.
 * @throws when the time is over
 */
export async function within(milliseconds: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  let spent = 0;
  let used = process.cpuUsage();
  for (let turnsAt = performance.now(); !(await holds());) {
    if (spent > milliseconds) throw new Error(`It did not come about within ${milliseconds} ms: ${holds.toString()}`);
    await setTimeout(5);
    const now = performance.now();
    const { user, system } = process.cpuUsage(used);
    spent += Math.min(now - turnsAt, Math.max(LONGEST_TURN_MS, (user + system) / 1000));
    used = process.cpuUsage();
    turnsAt = now;
  }
}

/** Until somebody waits for a lock that another one holds. */
export async function untilOneWaits(database: pg.Client): Promise<void> {
  await until(async () => (await waiting(database)) > 0);
}

const LOOKS = 50;

/** Once somebody waits for a lock that another one holds: how many connections do at most in a while. */
export async function mostWaiting(database: pg.Client): Promise<number> {
  await untilOneWaits(database);
  let most = 0;
  for (let look = 0; look < LOOKS; look += 1) most = Math.max(most, await waiting(database));
  return most;
}

/** How many connections wait for a lock. Of this database alone: other tests have theirs on the same server. */
export async function waiting(database: pg.Client): Promise<number> {
  // Within a transaction PostgreSQL would repeat the connections of its first answer.
  await database.query('select pg_stat_clear_snapshot()');
  return (
    (await database.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount ?? 0
  );
}
