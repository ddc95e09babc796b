import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type pg from 'pg';
import { dumpOf } from '../../../apps/api/src/testing/storage/stored-texts.ts';

/** Begins every key that the campaign brings; 12 characters, so that each of its three parts in base64 is long enough to be no chance. */
export const MARK = 'HELDORDERKEY';

/** How the mark stands in text, in bytes shown as hexadecimal digits, and within base64 at each of the three places where it may begin. */
const FORMS: readonly string[] = [
  MARK,
  Buffer.from(MARK).toString('hex'),
  ...[0, 1, 2].map((before) => {
    const whole = Buffer.from('\0'.repeat(before) + MARK).toString('base64');
    // Digits that also hold bits of what stands before or behind it say nothing.
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + MARK.length) * 8) / 6));
  }),
].map((form) => form.toLowerCase());

/** Whether a key of the campaign stands in it, in any case, as text, as hexadecimal digits, or in base64. */
export function hasKey(text: string): boolean {
  const lower = text.toLowerCase();
  return FORMS.some((form) => lower.includes(form));
}

/** Whole keys as text in it, each once, in the order of their names. */
export function keysIn(text: string): string[] {
  return [...new Set(text.match(new RegExp(`${MARK}-[A-Z]+-[0-9]+`, 'g')))].toSorted();
}

/** Files below `folder` that have a key in them, as paths below it. A file that goes meanwhile is left out. */
export async function filesWithKeys(folder: string, isRead: (path: string) => boolean = () => true): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !isRead(relative(folder, path))) continue;
    const content = await readFile(path, 'latin1').catch(() => '');
    if (hasKey(content)) found.push(relative(folder, path));
  }
  return found.toSorted();
}

/** Tables that have a key in a row, those of the queues among them. */
export async function tablesWithKeys(database: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const dump = await dumpOf(async (statement) => (await database.query<Record<string, string>>(statement)).rows);
  return [...dump].flatMap(([name, rows]) => (rows.some(hasKey) ? [`table ${name}`] : []));
}
