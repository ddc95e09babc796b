import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execaSync } from 'execa';
import pg from 'pg';
import { isExecutable, programOnPath } from '../test-environment/installer.ts';
import { Failure } from '../shared/failure.ts';
import type { OsUser } from './embedded-postgres.ts';

/** Files that a server recreates, or that identify the original. WAL is copied last. */
const leftOut = new Set(['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans']);
const leftOutFiles = new Set(['postmaster.pid', 'postmaster.opts']);

/** The `pg_dump` on the path, where it is at least as new as the server and has its `pg_restore` beside it, or null: an older one refuses. */
export function fittingPgDump(serverMajor: number): string | null {
  const program = programOnPath('pg_dump');
  if (program === null || !isExecutable(restoreBeside(program))) return null;
  const version = /\(PostgreSQL\) (\d+)/.exec(execaSync(program, ['--version'], { reject: false }).stdout)?.[1];
  return Number(version) >= serverMajor ? program : null;
}

/** Writes the database to one file, as it stands at the moment of the call. */
export function dump(program: string, url: string, file: string): void {
  run(program, ['--format=custom', '--file', file, url]);
}

/** Restores a dump into an empty database. `program`: the `pg_dump` that wrote it; its `pg_restore` is beside it. */
export function restoreDump(program: string, url: string, file: string): void {
  run(restoreBeside(program), ['--exit-on-error', '--no-owner', '--dbname', url, file]);
}

function restoreBeside(program: string): string {
  return join(dirname(program), 'pg_restore');
}

/**
 * Copies a running server's files to the empty folder `to`, consistent as of the end of the copy: a server that is started on it replays what
 * was written meanwhile. `url` may be of any role that may call pg_backup_start and pg_backup_stop.
 * @throws Failure where the write-ahead log that the copy needs is gone already: copy again, or keep more of it (wal_keep_size).
 */
export async function copyRunning(url: string, data: string, to: string, user: OsUser | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The backup is this session's: it must stay open until the end.
    await client.query(`select pg_backup_start('keyturn', fast => true)`);
    await copyTree(
      data,
      to,
      user,
      (name, depth) => (depth === 0 && (leftOut.has(name) || leftOutFiles.has(name))) || name.startsWith('pgsql_tmp'),
    );
    for (const name of leftOut) makeFolder(join(to, name), user);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(wait_for_archive => false)');
    const label = rows[0]?.labelfile ?? '';
    writeOwned(join(to, 'backup_label'), label, user);
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1];
    await copyTree(
      join(data, 'pg_wal'),
      join(to, 'pg_wal'),
      user,
      (name) => /^[0-9A-F]{24}$/.test(name) && first !== undefined && name < first,
    );
    if (first === undefined || !existsSync(join(to, 'pg_wal', first)))
      throw new Failure('The write-ahead log that the copy begins with is gone: copy again.');
  } finally {
    await client.end();
  }
}

/** Files may be created, grow and be deleted meanwhile: the write-ahead log replays it. */
async function copyTree(
  from: string,
  to: string,
  user: OsUser | undefined,
  skips: (name: string, depth: number) => boolean,
  depth = 0,
): Promise<void> {
  makeFolder(to, user);
  for (const name of readdirSync(from)) {
    if (skips(name, depth)) continue;
    const [source, target] = [join(from, name), join(to, name)];
    try {
      const status = lstatSync(source);
      if (status.isDirectory()) await copyTree(source, target, user, skips, depth + 1);
      else if (status.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
      else await copyOwned(source, target, user);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

async function copyOwned(source: string, target: string, user: OsUser | undefined): Promise<void> {
  await copyFile(source, target);
  chmodSync(target, 0o600);
  if (user) chownSync(target, user.uid, user.gid);
}

function writeOwned(file: string, text: string, user: OsUser | undefined): void {
  writeFileSync(file, text, { mode: 0o600 });
  if (user) chownSync(file, user.uid, user.gid);
}

function makeFolder(folder: string, user: OsUser | undefined): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
}

function run(program: string, args: readonly string[]): void {
  const { failed, stderr, shortMessage } = execaSync(program, args, { reject: false });
  if (failed) throw new Failure(`${program} failed: ${stderr.trim().split('\n').at(-1) || shortMessage}`);
}
