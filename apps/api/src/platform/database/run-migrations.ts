import { setTimeout } from 'node:timers/promises';
import type { Migrator } from '@mikro-orm/migrations';
import { isLockRefused } from './connections/database-away.ts';
import { databaseOptions } from './database-options.ts';

/**
 * Well below the second after which PostgreSQL looks for a deadlock: a migration and a sale that wait for each other's tables end by the
 * migration giving way. Nor does anybody stand behind a migration that waits for a long transaction.
 */
const LONGEST_WAIT_MS = 250;
const PAUSE_MS = 100;
/** With the wait before each of them about ten minutes: by then another transaction, such as a dump, has the table for long. */
const MOST_TRIES = 1700;

/** The connection that migrations run on. */
export function migrationOptions(config: Parameters<typeof databaseOptions>[0]) {
  return databaseOptions({ ...config, databaseUrl: config.directDatabaseUrl, statementTimeoutMs: 0, lockTimeoutMs: LONGEST_WAIT_MS });
}

/**
 * Runs the migrations that have not run yet, and answers how many. One that meets a locked table leaves nothing, and runs again.
 * @throws the database's error where the table stays locked, and any other
 */
export async function runMigrations(migrator: Pick<Migrator, 'getPending' | 'up'>): Promise<number> {
  const pending = await migrator.getPending();
  for (let left = MOST_TRIES - 1; ; left -= 1) {
    try {
      await migrator.up();
      return pending.length;
    } catch (error) {
      if (left === 0 || !isLockRefused(error)) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}
