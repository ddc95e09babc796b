import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fittingPgDump } from './backup.ts';

const { PATH = '' } = process.env;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyturn-path-'));
  process.env.PATH = folder;
});
afterEach(() => {
  process.env.PATH = PATH;
  rmSync(folder, { recursive: true, force: true });
});

/** Programs that say of themselves what those of that version say. */
function install(version: string, names: readonly string[] = ['pg_dump', 'pg_restore']): void {
  for (const name of names) writeFileSync(join(folder, name), `#!/bin/sh\necho '${name} (PostgreSQL) ${version}'\n`, { mode: 0o755 });
}

test.each(['18.0', '18.4 (Debian 18.4-1.pgdg12+1)', '19beta1'])('a server of version 18 is dumped by pg_dump %s', (version) => {
  install(version);
  expect(fittingPgDump(18)).toBe(join(folder, 'pg_dump'));
});

test.each(['15.18 (Debian 15.18-0+deb12u1)', '17.9', '9.6.24'])('pg_dump %s is too old for a server of version 18', (version) => {
  install(version);
  expect(fittingPgDump(18)).toBeNull();
});

test('without a pg_dump, with one that does not tell its version, or with none to restore, files are copied instead', () => {
  expect(fittingPgDump(18)).toBeNull();
  install('18.4', ['pg_dump']);
  expect(fittingPgDump(18)).toBeNull();
  install('18.4');
  writeFileSync(join(folder, 'pg_dump'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  expect(fittingPgDump(18)).toBeNull();
});

test('of several on the path the first is asked, as the shell would', () => {
  install('18.4');
  process.env.PATH = [join(folder, 'nothing'), folder, PATH].join(delimiter);
  expect(fittingPgDump(18)).toBe(join(folder, 'pg_dump'));
});
