import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execa } from 'execa';
import { startThrowAwayPostgres, type ThrowAwayPostgres } from '../database/throw-away.ts';
import { blocksOf, commandsOf, pages } from '../docs/markdown.ts';
import { root } from '../shared/paths.ts';

const LONGEST_MS = 120_000;
/** Each command starts a program of its own. */
const ALL_COMMANDS_MS = 10 * 60_000;
/** Those that act on a database; docs/testing.md says what runs the others. README comes first, and makes the key that a guide revokes. */
const COMMAND = /^npm run (?:ops:key|catalog:import|keys:import|keys:quarantine|reprice)(?= |$)/;
const commands = [...new Set(pages.flatMap(commandsOf).filter((command) => COMMAND.test(command)))];

let postgres: ThrowAwayPostgres;
const scratch = mkdtempSync(join(tmpdir(), 'keyturn-documented-'));

beforeAll(async () => {
  postgres = await startThrowAwayPostgres();
  writeFileSync(join(scratch, 'feed.jsonl'), blocksOf('docs/how-to/staff/import-a-catalogue.md', 'json').join(''));
  writeFileSync(join(scratch, 'keys.csv'), blocksOf('docs/how-to/staff/upload-keys.md', 'csv').join(''));
}, LONGEST_MS);
afterAll(async () => {
  await postgres?.stop();
  rmSync(scratch, { recursive: true, force: true });
}, LONGEST_MS);

test(
  'each command of the docs that acts on a database ends well, with the examples of the docs as its files',
  async () => {
    const { PATH, HOME, TMPDIR } = process.env;
    const lastLines = new Map<string, string>();
    for (const command of commands) {
      const words = command.split(' ').slice(2);
      const { exitCode, all } = await execa('npm', ['--prefix', root, 'run', '--silent', ...words], {
        cwd: scratch,
        env: { PATH, HOME, TMPDIR, DATABASE_URL: postgres.url, NX_DAEMON: 'false' },
        extendEnv: false,
        all: true,
        reject: false,
      });
      expect({ command, exitCode, all: exitCode === 0 ? '' : all }).toEqual({ command, exitCode: 0, all: '' });
      lastLines.set(command, all.split('\n').at(-1) ?? '');
    }
    expect(Object.fromEntries(lastLines)).toMatchObject({
      'npm run ops:key -- revoke ada': 'The key ada (owner) opens nothing any more.',
      'npm run catalog:import -- feed.jsonl': '1 created, 0 updated, 0 unchanged, 0 rejected',
      'npm run keys:import -- keys.csv': '2 keys added, 0 duplicates, 0 for unknown products, 0 rejected',
    });
  },
  ALL_COMMANDS_MS,
);
