import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { Failure, permissionFailure } from '../shared/failure.ts';
import { dataFolder, makeFolder, root } from '../shared/paths.ts';
import { nativeFolder, type OsUser, ownerOf } from './embedded-postgres.ts';

export interface DatabaseHome {
  readonly native: string;
  readonly data: string;
  readonly user: OsUser | undefined;
  /** The folder outside the checkout that was taken because PostgreSQL's user cannot reach the checkout. */
  readonly outside: string | null;
}

const record = join(dataFolder, 'database-home.json');

/** Where the embedded server's programs and data lie, and who runs it.
 * @throws Failure where no folder can be used. */
export function databaseHome(): DatabaseHome {
  makeFolder(dataFolder);
  const native = nativeFolder();
  const data = join(dataFolder, 'postgres');
  if (process.getuid?.() !== 0) return { native, data, user: undefined, outside: null };

  const user = existsSync(join(data, 'PG_VERSION')) && ownerOf(data).uid !== 0 ? ownerOf(data) : unprivilegedUser();
  const isReachable = canRun(native, user) && canEnter(dataFolder, user);
  const outside = recordedFolder() ?? (isReachable ? null : newFolder());
  if (outside === null) return { native, data, user, outside };
  const copy = copyOf(native, outside);
  if (!canRun(copy, user))
    throw new Failure(`The embedded PostgreSQL cannot be run from ${copy}: set DATABASE_URL to a PostgreSQL of your own.`);
  return { native: copy, data: join(outside, 'data'), user, outside };
}

/** Programs for a throw-away server of root's: they must be reachable too. */
export function reachableNative(user: OsUser | undefined, scratch: string): string {
  const native = nativeFolder();
  return user === undefined || canRun(native, user) ? native : copyOf(native, scratch);
}

/** PostgreSQL refuses to run as root, so it runs as a user that owns nothing else. */
export function unprivilegedUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const uid = execaSync('id', ['-u', name], { reject: false });
    const gid = execaSync('id', ['-g', name], { reject: false });
    if (!uid.failed && !gid.failed) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Failure(
    'PostgreSQL refuses to run as root, and there is neither a user "postgres" nor "nobody": start the shop as an ordinary user.',
  );
}

/** The folder outside the checkout, where one is in use. */
export function recordedFolder(): string | null {
  if (!existsSync(record)) return null;
  const { checkout, folder } = JSON.parse(readFileSync(record, 'utf8')) as { checkout: string; folder: string };
  // A copied checkout takes no part in the original's database.
  return checkout === root && isOurs(folder) ? folder : null;
}

function newFolder(): string {
  const name = `keyturn-${randomBytes(4).toString('hex')}`;
  for (const parent of ['/var/lib', tmpdir()]) {
    const folder = join(parent, name);
    try {
      mkdirSync(folder, { mode: 0o755 });
      writeFileSync(record, JSON.stringify({ checkout: root, folder }));
      return folder;
    } catch (error) {
      if (parent === tmpdir()) throw permissionFailure(error, folder);
    }
  }
  throw new Failure('No folder could be made for the database.');
}

function copyOf(native: string, folder: string): string {
  const version = (JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }).version;
  const copy = join(folder, `postgres-${version}`);
  if (!existsSync(copy)) {
    try {
      rmSync(`${copy}.new`, { recursive: true, force: true });
      cpSync(native, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
      renameSync(`${copy}.new`, copy);
    } catch (error) {
      throw permissionFailure(error, copy);
    }
  }
  return copy;
}

/** Asked as that user, for modes, lists and mounts all have a say. */
function canRun(native: string, user: OsUser | undefined): boolean {
  return !execaSync(join(native, 'bin', 'postgres'), ['--version'], { cwd: '/', reject: false, ...user }).failed;
}

function canEnter(folder: string, user: OsUser | undefined): boolean {
  return !execaSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { cwd: '/', reject: false, ...user }).failed;
}

function isOurs(folder: string): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  return status !== undefined && status.isDirectory() && status.uid === 0;
}
