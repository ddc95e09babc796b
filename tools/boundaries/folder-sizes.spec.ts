import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../shared/paths.ts';
import { crowdedFolders } from './folder-sizes.ts';

/** The limit of files per folder. */
const MOST = 20;
/** One file for each change of the database, in the order in which they run; and violations that are planted for other checks. */
const SKIPS = new Set(['apps/api/src/migrations', 'tools/boundaries/planted']);

test(`no folder of source holds more than ${MOST} files`, () => {
  expect(['apps', 'libs', 'tools'].flatMap((folder) => crowdedFolders(root, folder, MOST, SKIPS))).toEqual([]);
});

test('a folder with one file too many is named with its count, and what is no source does not count', () => {
  const planted = mkdtempSync(join(tmpdir(), 'keyturn-folders-'));
  try {
    const plant = (folder: string, count: number, extension: string) => {
      mkdirSync(join(planted, folder), { recursive: true });
      for (let file = 0; file < count; file += 1) writeFileSync(join(planted, folder, `${file}.${extension}`), '');
    };
    plant('apps/shop/src/full', 20, 'ts');
    plant('apps/shop/src/full', 5, 'json');
    plant('apps/shop/src/crowded', 10, 'tsx');
    plant('apps/shop/src/crowded', 11, 'module.css');
    plant('apps/shop/src/crowded/below', 21, 'spec.ts');
    plant('apps/shop/src/left-out', 21, 'ts');
    plant('apps/shop/public', 21, 'svg');
    expect(crowdedFolders(planted, 'apps', MOST, new Set(['apps/shop/src/left-out']))).toEqual([
      { folder: 'apps/shop/src/crowded', files: 21 },
      { folder: 'apps/shop/src/crowded/below', files: 21 },
    ]);
  } finally {
    rmSync(planted, { recursive: true });
  }
});
