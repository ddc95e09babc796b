import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../shared/paths.ts';

/** Exported classes of the same name, with the files of each. */
function sharedNames(sources: ReadonlyMap<string, string>): Record<string, string[]> {
  const files = new Map<string, string[]>();
  for (const [file, text] of sources)
    for (const [, name = ''] of text.matchAll(/^export (?:abstract )?class (\w+)/gm)) files.set(name, [...(files.get(name) ?? []), file]);
  return Object.fromEntries([...files].filter(([, where]) => where.length > 1));
}

test('no two exported classes of the API share a name', () => {
  const folder = join(root, 'apps/api/src');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  expect(sharedNames(new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])))).toEqual({});
});

test('a name that two files export is found, also where one of them is abstract', () => {
  const sources = new Map([
    ['a.ts', 'export class Order {}\nclass Line {}'],
    ['b.ts', 'export abstract class Order {}\nexport class Line {}'],
  ]);
  expect(sharedNames(sources)).toEqual({ Order: ['a.ts', 'b.ts'] });
});
