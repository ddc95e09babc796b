import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { startThrowAwayPostgres, type ThrowAwayPostgres } from '../database/throw-away.ts';
import { readSettings, type Settings } from '../shop/settings.ts';
import { runApiCommand } from '../shop/shop-processes.ts';

const LONGEST_MS = 60_000;

let postgres: ThrowAwayPostgres;
let database: pg.Client;
let settings: Settings;
const scratch = mkdtempSync(join(tmpdir(), 'keyturn-commands-'));

beforeAll(async () => {
  postgres = await startThrowAwayPostgres();
  const { PATH, HOME, TMPDIR } = process.env;
  settings = readSettings({ PATH, HOME, TMPDIR, DATABASE_URL: postgres.url }, scratch);
  await runApiCommand(settings, 'migrate');
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
}, LONGEST_MS);
afterAll(async () => {
  await database?.end();
  await postgres?.stop();
  rmSync(scratch, { recursive: true, force: true });
}, LONGEST_MS);

/** Runs a command on a file of this content; answers its last line, and what it left in the audit log. */
async function run(command: string, file?: { name: string; content: string }) {
  if (file) writeFileSync(join(scratch, file.name), file.content);
  const { rows: before } = await database.query<{ id: string }>('select coalesce(max(id), 0) as id from audit_line');
  const said = await runApiCommand(settings, command, file && [join(scratch, file.name)]);
  const { rows: lines } = await database.query<{ key_name: string; action: string; after: Record<string, unknown> }>(
    'select key_name, action, after from audit_line where id > $1 order by id',
    [before[0]?.id],
  );
  return { said, lines };
}

test(
  'an import of products, one of keys and a repricing each stand in the audit log, under the name of the command',
  async () => {
    const feed = [11, 12]
      .map((kinguinId) => JSON.stringify({ kinguinId, name: `Game ${kinguinId}`, price: 10, platform: 'Steam' }))
      .join('\n');
    const imported = await run('catalog-import', { name: 'feed.jsonl', content: feed });
    expect(imported.said).toBe('2 created, 0 updated, 0 unchanged, 0 rejected');
    expect(imported.lines).toEqual([
      { key_name: 'command:catalog-import', action: 'imports.start', after: { file: 'feed.jsonl', bytes: feed.length } },
      { key_name: 'command:catalog-import', action: 'imports.end', after: { created: 2, updated: 0, unchanged: 0, rejected: 0 } },
    ]);

    const keys = 'kinguinId,key\n11,CANARY-1\n,CANARY-2\n11,CANARY-1\n99,CANARY-3\n12,CANARY-4\n';
    const stocked = await run('keys-import', { name: 'keys.csv', content: keys });
    expect(stocked.said).toBe('2 keys added, 1 duplicates, 1 for unknown products, 1 rejected');
    expect(stocked.lines).toEqual(
      ['keys.csv:2', 'keys.csv:6'].map((place) => ({
        key_name: 'command:keys-import',
        action: 'keys.upload',
        after: { uploadId: expect.any(String), added: 1, from: place, to: place },
      })),
    );
    expect(JSON.stringify(stocked.lines)).not.toContain('CANARY');

    const repriced = await run('reprice');
    expect(repriced.lines.map(({ key_name, action }) => [key_name, action])).toEqual([
      ['command:reprice', 'pricing.reprice'],
      ['command:reprice', 'pricing.repriced'],
    ]);
  },
  LONGEST_MS,
);

test(
  'a synchronisation of a supplier that nobody knows ends with another code than 0 and the sentence of the command',
  async () => {
    const sentence = 'suppliers-sync failed: There is no supplier "steam". Name one of kinguin, codeswholesale';
    await expect(runApiCommand(settings, 'suppliers-sync', ['steam'])).rejects.toThrow(sentence);
  },
  LONGEST_MS,
);
