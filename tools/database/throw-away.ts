import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../ports.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { reachableNative, unprivilegedUser } from './database-home.ts';
import { databaseUrl, postgresChild, prepareCluster } from './embedded-postgres.ts';

/** A PostgreSQL for one run of tests: free port, temporary folder, no fsync, and a role that may create databases. */
export async function startThrowAwayPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-pg-'));
  try {
    chmodSync(folder, 0o755);
    const user = unprivilegedUser();
    const [port] = (await freePorts(1)) as [number];
    const cluster = { native: reachableNative(user, folder), data: join(folder, 'data'), port, user, isThrowAway: true };
    await prepareCluster(cluster);
    const supervisor = new Supervisor({ logFolder: join(folder, 'logs') });
    await supervisor.start(postgresChild(cluster));
    return {
      url: databaseUrl(cluster),
      stop: async () => {
        await supervisor.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
