import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { Supervisor } from '../supervisor/supervisor.ts';
import { readSettings } from './settings.ts';
import { bringUpDatabase } from './start-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyturn-database-'));
afterAll(() => rmSync(folder, { recursive: true }));
const bringUp = (given: Readonly<Record<string, string>>) =>
  bringUpDatabase(readSettings(given, folder), new Supervisor({ logFolder: folder }));

test('a database whose address is in a file is asked at that address', async () => {
  const path = join(folder, 'database-url');
  writeFileSync(path, 'postgres://shop@127.0.0.1:1/shop\n');
  await expect(bringUp({ DATABASE_URL_FILE: path })).rejects.toThrow('ECONNREFUSED 127.0.0.1:1');
});

test('files of secrets that are not there, and secrets given twice, are named before anything starts', async () => {
  const none = join(folder, 'none');
  await expect(bringUp({ DATABASE_URL_FILE: none })).rejects.toThrow('DATABASE_URL_FILE must be the path of a file');
  const twice = { DATABASE_URL: 'postgres://127.0.0.1:1/shop', DATABASE_URL_FILE: none };
  await expect(bringUp(twice)).rejects.toThrow('DATABASE_URL and DATABASE_URL_FILE must not be set both.');
});
