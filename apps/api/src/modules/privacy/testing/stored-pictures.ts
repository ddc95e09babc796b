import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestShop } from '../../../testing/test-shop.ts';

/** Every stored picture, by its path. */
export async function picturesOf({ config: { images } }: TestShop): Promise<[string, string[]][]> {
  const entries = await readdir(images.directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(files.map(async (file): Promise<[string, string[]]> => [file, [(await readFile(file, 'latin1')).toLowerCase()]]));
}
