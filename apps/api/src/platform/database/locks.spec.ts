import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { LOCKS } from './locks.ts';

const sources = join(import.meta.dirname, '../..');

test('each lock has a number of its own', () => {
  const numbers = Object.values(LOCKS);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

test('no statement takes a lock by a number that is not in the list', () => {
  const taking = globSync('**/*.ts', { cwd: sources, exclude: ['**/*.spec.ts'] }).flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(/pg_(?:try_)?advisory_(?:xact_)?lock(?:_shared)?\(.*/g)].map(([call]) => ({
      file,
      call,
    })),
  );
  expect(taking.length).toBeGreaterThan(5);
  expect(taking.filter(({ call }) => !/LOCKS\.\w+|hashtextextended/.test(call))).toEqual([]);
});
