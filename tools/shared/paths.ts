import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { permissionFailure } from './failure.ts';

export const root = dirname(dirname(import.meta.dirname));
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

const REMOVALS = 40;
const PAUSE_MS = 50;

/** Removes a temporary folder, if need be again: a server that is being ended may still write its last file into it, and then Node's
 * removal leaves the folder, with or without an error. */
export function removeFolder(path: string): void {
  for (let left = REMOVALS; ; left -= 1) {
    try {
      rmSync(path, { recursive: true, force: true });
      if (!existsSync(path)) return;
    } catch (error) {
      if (left === 0) throw error;
    }
    if (left === 0) return;
    // Not a timer: a process that exits runs none any more.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/** Short for people: relative inside the checkout, absolute outside. */
export function shown(path: string): string {
  const inside = relative(root, path);
  return inside.startsWith('..') ? path : inside === '' ? '.' : inside;
}
