import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FolderImageStore } from './folder-image-store.ts';
import { S3ImageStore } from './s3-image-store.ts';
import { imageStoreContract } from './testing/image-store.contract.ts';
import { InMemoryImageStore } from './testing/in-memory-images.ts';
import { s3StandIn } from './testing/s3-stand-in.ts';
import { ImagesUnavailable, LoggedImageStore } from './logged-image-store.ts';

const AWAY = { endpoint: 'http://127.0.0.1:9', region: 'eu-test-1', accessKeyId: 'access-key', secretAccessKey: 'secret-key' };

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

describe('a store whose failures are reported', () => {
  imageStoreContract(async () => new LoggedImageStore(new InMemoryImageStore()));

  test('reports that pictures are unavailable, without the reason', async () => {
    const store = new LoggedImageStore(new S3ImageStore({ ...AWAY, bucket: 'pictures' }));
    // One after the other: a rejection while another call is awaited would be unhandled.
    for (const ask of [
      () => store.get('drawn/ab/same.webp'),
      () => store.has('drawn/ab/same.webp'),
      () => store.put('drawn/ab/same.webp', Buffer.from('x')),
    ])
      await expect(ask()).rejects.toThrow(ImagesUnavailable);
  });
});

describe('a bucket of pictures', () => {
  let bucket: Awaited<ReturnType<typeof s3StandIn>>;
  beforeAll(async () => {
    bucket = await s3StandIn();
  });
  afterAll(() => bucket.close());

  imageStoreContract(async () => new S3ImageStore(bucket.settings));

  test('is refused by a bucket with another secret', async () => {
    const stranger = new S3ImageStore({ ...bucket.settings, secretAccessKey: 'guessed' });
    await expect(stranger.put('drawn/ab/stranger.webp', Buffer.from('x'))).rejects.toThrow(/403|SignatureDoesNotMatch/);
    await expect(stranger.get('drawn/ab/same.webp')).rejects.toThrow(/403|SignatureDoesNotMatch/);
    expect([...bucket.objects.keys()].filter((key) => key.includes('stranger'))).toEqual([]);
  });

  test('throws when it cannot be reached, instead of reporting a missing picture', async () => {
    const away = new S3ImageStore({ ...bucket.settings, ...AWAY });
    await expect(away.get('drawn/ab/same.webp')).rejects.toThrow();
  });
});
