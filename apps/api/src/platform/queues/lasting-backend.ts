import type { EventEmitter } from 'node:events';
import { type BackendFactory, ConnectionClosedError, createPostgresBackend } from 'bullmq';
import pg from 'pg';
import { isConnectionLost } from '../database/connections/database-away.ts';
import { noteAway, noteThere } from '../database/connections/outage.ts';
import { untilDatabaseIsThere } from '../database/connections/wait-for-database.ts';

/**
 * BullMQ's backend on PostgreSQL, for a server that may restart at any moment. By itself, BullMQ gives a queue up for good whose first connection
 * fails; a connection that breaks between two statements ends the process, because nobody listens for its error; and a worker whose server
 * refuses connections asks it again without a pause, because BullMQ knows only ECONNREFUSED for a lost connection.
 */
export const createLastingBackend = ((name, options, more) => {
  const backend = createPostgresBackend(name, options, more);
  const connection = backend['connection'];
  const bootstrap = connection['bootstrap'].bind(connection);
  const query = backend['query'].bind(backend);
  const getListenClient = connection.getListenClient.bind(connection);
  const pool = connection.pool as unknown as pg.Pool;
  pool.on('connect', (client) => void client.on('error', () => undefined));
  Object.assign(connection, {
    bootstrap: () => untilDatabaseIsThere(bootstrap),
    getListenClient: () => understood(getListenClient()),
    pgModule: { Client: ListenClient },
  });
  Object.assign(backend, { query: (text: string, values?: unknown[]) => understood(query(text, values)) });
  return backend;
}) as typeof createPostgresBackend as unknown as BackendFactory;

/** A lost connection as BullMQ knows it: its workers pause then, and try again. The process has one line about it. */
export class LostConnection extends ConnectionClosedError {}

async function understood<T>(answer: Promise<T>): Promise<T> {
  try {
    const result = await answer;
    noteThere();
    return result;
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    noteAway();
    throw Object.assign(new LostConnection(), { cause: error });
  }
}

/** BullMQ begins to listen for errors after it has connected: one that came in between is told to it then. */
class ListenClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super(config);
    let early: Error | null = null;
    this.on('error', (error) => {
      if (this.listenerCount('error') === 1) early = error;
    });
    (this as EventEmitter).on('newListener', (event: string, listener: (error: Error) => void) => {
      const error = early;
      if (event === 'error' && error !== null) setImmediate(() => listener(error));
    });
  }
}
