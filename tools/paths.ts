import { mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { permissionFailure } from './failure.ts';

export const root = dirname(import.meta.dirname);
export const pinnedNode = join(root, 'node_modules', '.bin', 'node');

/** What the embedded run keeps: git-ignored, emptied by `npm run reset`. */
export const dataFolder = join(root, '.data');

/** @throws Failure where this user may not write there. */
export function makeFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw permissionFailure(error, path);
  }
  return path;
}

/** Short for people: relative inside the checkout, absolute outside. */
export function shown(path: string): string {
  const inside = relative(root, path);
  return inside.startsWith('..') ? path : inside === '' ? '.' : inside;
}
