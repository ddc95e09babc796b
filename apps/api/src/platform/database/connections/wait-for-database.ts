import { setTimeout } from 'node:timers/promises';
import type { LoggerService } from '@nestjs/common';
import pg from 'pg';
import { isDatabaseAway } from './database-away.ts';

const TRY_EVERY_MS = 250;
const CONNECT_WITHIN_MS = 5000;

/**
 * Waits until PostgreSQL takes connections, however long it starts. Before anything else connects: a queue whose first connection fails
 * stays without one.
 * @throws what does not pass by itself, such as a wrong password.
 */
export async function waitForDatabase(connectionString: string, logger: Pick<LoggerService, 'log' | 'warn'>): Promise<void> {
  for (let isLogged = false; ; isLogged = true) {
    const error = await connectError(connectionString);
    if (error === null) {
      if (isLogged) logger.log('The database takes connections.', 'database');
      return;
    }
    if (!isDatabaseAway(error)) throw error;
    if (!isLogged) logger.warn('The database takes no connections yet; waiting for it.', 'database');
    await setTimeout(TRY_EVERY_MS);
  }
}

async function connectError(connectionString: string): Promise<Error | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  // What comes after the connection has failed once concerns nobody.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await client.end().catch(() => undefined);
  }
}
