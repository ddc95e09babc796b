import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../shared/paths.ts';

interface Bill {
  readonly bomFormat: string;
  readonly components: readonly {
    readonly group?: string;
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly hashes?: readonly { readonly content: string }[];
  }[];
}

test('one command writes a bill of materials of all that is shipped with its hashes, and of nothing else', () => {
  const { scripts, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { sbom: string };
    dependencies: Record<string, string>;
  };
  const [, ...words] = scripts.sbom.split(' ');
  const bill = JSON.parse(execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8', maxBuffer: 16 * 1_048_576 })) as Bill;
  expect(bill.bomFormat).toBe('CycloneDX');
  const listed = new Set(bill.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version}`));
  expect(Object.entries(dependencies).filter(([name, version]) => !listed.has(`${name} ${version}`))).toEqual([]);
  expect([...listed].filter((line) => /^(?:jest|nx|eslint) /.test(line))).toEqual([]);
  expect(bill.components.filter(({ hashes }) => !/^[0-9a-f]{128}$/.test(hashes?.[0]?.content ?? ''))).toEqual([]);
  expect(new Set(bill.components.map(({ purl }) => purl)).size).toBe(bill.components.length);
});
