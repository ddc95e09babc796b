import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { isConnectionLost } from './database-away.ts';
import { noteAway, noteThere } from './outage.ts';

const TRY_EVERY_MS = 250;
const CONNECT_WITHIN_MS = 5000;

/**
 * Waits until PostgreSQL takes connections, however long it starts.
 * @throws what does not pass by itself, such as a wrong password.
 */
export function waitForDatabase(connectionString: string): Promise<void> {
  return untilDatabaseIsThere(() => connectOnce(connectionString));
}

/**
 * Repeats `work`, which must be idempotent, while it has no connection to the database.
 * @throws what else it throws.
 */
export async function untilDatabaseIsThere<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const result = await work();
      noteThere();
      return result;
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      noteAway();
      await setTimeout(TRY_EVERY_MS);
    }
  }
}

async function connectOnce(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  // What comes after the connection has failed once concerns nobody.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}
