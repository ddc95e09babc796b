import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../shared/paths.ts';
import { freePorts } from '../shared/ports.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { reachableNative, unprivilegedUser } from './database-home.ts';
import { databaseUrl, type OsUser, postgresChild, prepareCluster } from './embedded-postgres.ts';

export interface ThrowAwayPostgres {
  readonly url: string;
  /** Where its files lie. */
  readonly data: string;
  /** What the server says, with every statement where `log_statement` is set. */
  readonly logFile: string;
  readonly stop: () => Promise<void>;
  /** Ends it at once, as the loss of its machine would. It does not come back. */
  readonly crash: () => void;
}

/** A PostgreSQL for one run of tests: free port, temporary folder, no fsync unless durable, and a role that may create databases. */
export async function startThrowAwayPostgres({ isDurable = false } = {}): Promise<ThrowAwayPostgres> {
  return startIn(async () => undefined, { isDurable });
}

/** The same on files that `fill` puts into its data folder, a restored backup. */
export async function startIn(
  fill: (data: string, user: OsUser | undefined) => Promise<void>,
  { isDurable = false } = {},
): Promise<ThrowAwayPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-pg-'));
  try {
    chmodSync(folder, 0o755);
    const user = unprivilegedUser();
    const [port] = (await freePorts(1)) as [number];
    const cluster = { native: reachableNative(user, folder), data: join(folder, 'data'), port, user, isThrowAway: true, isDurable };
    await fill(cluster.data, user);
    await prepareCluster(cluster);
    const supervisor = new Supervisor({ logFolder: join(folder, 'logs') });
    // SIGQUIT ends PostgreSQL at once, and it still gives its shared memory back.
    const drop = () => {
      supervisor.killAll('SIGQUIT');
      removeFolder(folder);
    };
    process.once('exit', drop);
    // Tests end it, and wait for it to come back.
    await supervisor.start({ ...postgresChild(cluster), longestPauseMs: 1000 });
    return {
      url: databaseUrl(cluster),
      data: cluster.data,
      logFile: join(folder, 'logs', 'postgres.log'),
      crash: () => supervisor.killAll('SIGKILL'),
      stop: async () => {
        await supervisor.stop();
        removeFolder(folder);
        process.off('exit', drop);
      },
    };
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
}
