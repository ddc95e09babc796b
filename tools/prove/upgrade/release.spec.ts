import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { runProgram } from '../../process/run-program.ts';
import { removeFolder } from '../../shared/paths.ts';
import { findReleases } from './release.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyturn-history-'));
afterAll(() => removeFolder(folder));

const named = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];

/** A clone whose commits add these migrations, one after the other. */
async function history(name: string, ...commits: readonly (readonly string[])[]): Promise<string> {
  const clone = join(folder, name);
  const migrations = join(clone, 'apps/api/src/migrations');
  mkdirSync(migrations, { recursive: true });
  await git(clone, 'init', '--quiet');
  for (const files of commits) {
    for (const file of files) writeFileSync(join(migrations, file), name);
    await git(clone, 'add', '.');
    await git(clone, ...named, 'commit', '--quiet', '--allow-empty', '--message', 'A change');
  }
  return clone;
}

async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  return (await runProgram('git', args, { cwd })).stdout.trim();
}

test('the first version has the first migrations alone, the one before lacks the newest', async () => {
  const clone = await history(
    'whole',
    ['shop-20260101.ts', 'index.ts'],
    ['stock-20260101.ts'],
    ['index.spec.ts'],
    ['mail-20260102.ts'],
    ['stock-20260105.ts'],
    [],
  );
  const { first, before } = await findReleases(clone);
  expect([await git(clone, 'rev-parse', first), await git(clone, 'rev-parse', before)]).toEqual([
    await git(clone, 'rev-parse', 'HEAD~3'),
    await git(clone, 'rev-parse', 'HEAD~2'),
  ]);
});

test('a history with one set of migrations has nothing to upgrade from', async () => {
  await expect(findReleases(await history('new', ['shop-20260101.ts']))).rejects.toThrow('nothing to upgrade from');
});

test('a shallow clone, and a download without history, say what they lack', async () => {
  const whole = await history('source', ['shop-20260101.ts'], ['mail-20260102.ts']);
  await git(folder, 'clone', '--quiet', '--depth', '1', `file://${whole}`, 'shallow');
  await expect(findReleases(join(folder, 'shallow'))).rejects.toThrow('git fetch --unshallow');
  mkdirSync(join(folder, 'download'));
  await expect(findReleases(join(folder, 'download'))).rejects.toThrow('is no clone with git');
});
