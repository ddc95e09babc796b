import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Source code; not data and settings. */
const SOURCE = /\.(?:tsx?|mjs|cjs|css|svg|html)$/;

export interface FolderSize {
  /** From the root that was asked for, with slashes. */
  readonly folder: string;
  /** Files of source in it, those of its sub-folders aside. */
  readonly files: number;
}

/** The folders below `folder`, itself included, that hold more than `most` files of source; `skips` are paths from `root` that are left out. */
export function crowdedFolders(root: string, folder: string, most: number, skips: ReadonlySet<string> = new Set()): FolderSize[] {
  if (skips.has(folder)) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && SOURCE.test(entry.name)).length;
  const below = entries
    .filter((entry) => entry.isDirectory() && !['node_modules', 'dist', 'public'].includes(entry.name))
    .flatMap((entry) => crowdedFolders(root, `${folder}/${entry.name}`, most, skips));
  return files > most ? [{ folder, files }, ...below] : below;
}
