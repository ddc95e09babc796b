import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../shared/paths.ts';

/** Text of a file below the root of the project. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Pages of docs and at the root, as paths below the root. */
export const pages: readonly string[] = [
  ...['README.md', 'CONTRIBUTING.md', 'AGENTS.md', 'CHANGELOG.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];

/** A page without its code blocks. */
export const proseOf = (page: string): string => textOf(page).replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');

/** Inline code, one line each. */
export const inlineCodeOf = (page: string): string[] => [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);

/** Code blocks of a language. */
export const blocksOf = (page: string, language: string): string[] =>
  [...textOf(page).matchAll(new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'gm'))].map(([, block = '']) => block);

/** The lines of its shell blocks. */
export const shellOf = (page: string): string[] =>
  blocksOf(page, 'sh')
    .flatMap((block) => block.split('\n'))
    .map((line) => line.trim());

/** The commands of its shell blocks, each in one line, without comments. */
export const commandsOf = (page: string): string[] =>
  blocksOf(page, 'sh')
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/(?:^| )# .*$/, '').trim())
    .filter((line) => line !== '');

/** Cells of the rows of all tables of a page, heads and rules aside. */
export const rowsOf = (page: string): string[][] =>
  [...textOf(page).matchAll(/^\| (.*) \|$/gm)]
    .map(([, row = '']) => row.split(' | ').map((cell) => cell.trim().replaceAll(/^`|`$/g, '')))
    .filter(([first = '']) => !/^-+$/.test(first));
