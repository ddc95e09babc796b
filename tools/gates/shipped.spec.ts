import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { testSupportIn } from './shipped.ts';

test('fakes, specs, cases, contracts and campaigns in a built folder are found, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-shipped-'));
  const tests = ['testing/fakes.js', 'modules/a/testing/b/c.json', 'a.spec.js', 'b.db.cases.js.map', 'c/d.contract.js', 'e.prove.js'];
  const shipped = ['main.js', 'main.js.map', 'modules/testing-ground.js', 'inspector.js', 'contract.js'];
  for (const path of [...tests, ...shipped]) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  try {
    expect(testSupportIn(folder).sort()).toEqual([...tests].sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
