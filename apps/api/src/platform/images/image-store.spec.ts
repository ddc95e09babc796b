import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { FolderImageStore } from './folder-image-store.ts';
import { imageStoreContract } from './testing/image-store.contract.ts';
import { InMemoryImageStore } from './testing/in-memory-images.ts';

const folders: string[] = [];

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'keyturn-images-'));
  folders.push(made);
  return made;
}

afterAll(async () => {
  for (const made of folders) await rm(made, { recursive: true });
});

describe('a folder of pictures', () => {
  imageStoreContract(async () => new FolderImageStore(await folder()));

  test('holds no unfinished file after a write', async () => {
    const place = await folder();
    await new FolderImageStore(place).put('drawn/ab/one.webp', Buffer.from('picture'));
    expect(await readdir(join(place, 'drawn/ab'))).toEqual(['one.webp']);
  });
});

describe('pictures in memory', () => {
  imageStoreContract(async () => new InMemoryImageStore());
});
