import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../shared/paths.ts';

/** Text of a file below the root of the project. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Cells of the rows of all tables of a page, heads and rules aside. */
export const rowsOf = (page: string): string[][] =>
  [...textOf(page).matchAll(/^\| (.*) \|$/gm)]
    .map(([, row = '']) => row.split(' | ').map((cell) => cell.trim().replaceAll(/^`|`$/g, '')))
    .filter(([first = '']) => !/^-+$/.test(first));
