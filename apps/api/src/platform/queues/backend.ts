import { runMigrations, setDefaultBackendFactory } from 'bullmq';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import { createLastingBackend } from './lasting-backend.ts';

const QUEUE_SCHEMA = 'bullmq';
const CONNECTIONS_PER_QUEUE = 4;
/** In milliseconds; listening for jobs is no statement that runs. */
const TIMEOUTS = { connectionTimeoutMillis: 10_000, statement_timeout: 30_000 } as const;

/** Without Redis, BullMQ keeps its jobs in PostgreSQL. Call before any queue or worker is made: BullMQ reads it when they are. */
export function chooseQueueBackend(config: Config): void {
  if (config.redisUrl === null) setDefaultBackendFactory(createLastingBackend);
}

/** What BullMQ connects with: the same queue code serves both. */
export function queueConnection(config: Config): object {
  return config.redisUrl === null
    ? {
        connectionString: config.directDatabaseUrl,
        schema: QUEUE_SCHEMA,
        max: CONNECTIONS_PER_QUEUE,
        application_name: 'keyturn-queue',
        ...TIMEOUTS,
      }
    : { url: config.redisUrl, maxRetriesPerRequest: null };
}

/** Brings BullMQ's own tables up to date; a no-op on Redis. */
export async function migrateQueues(config: Config): Promise<void> {
  if (config.redisUrl !== null) return;
  const client = new pg.Client({ connectionString: config.directDatabaseUrl });
  await client.connect();
  try {
    await runMigrations(client as never, QUEUE_SCHEMA);
  } finally {
    await client.end();
  }
}
