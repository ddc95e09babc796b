import { expect, test } from '@jest/globals';
import { type ImageStore, MalformedImageKey } from '../ports.ts';

/** Contract of every ImageStore. */
export function imageStoreContract(make: () => Promise<ImageStore>): void {
  test('gives back the very bytes that were put in', async () => {
    const store = await make();
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251));
    await store.put('drawn/ab/abcd-320.webp', bytes);
    expect((await store.get('drawn/ab/abcd-320.webp'))?.equals(bytes)).toBe(true);
    expect(await store.has('drawn/ab/abcd-320.webp')).toBe(true);
  });

  test('has nothing under a key that was never used', async () => {
    const store = await make();
    expect(await store.get('drawn/no/nothing.webp')).toBeNull();
    expect(await store.has('drawn/no/nothing.webp')).toBe(false);
  });

  test('many writers of one key leave one whole picture', async () => {
    const store = await make();
    const pictures = Array.from({ length: 12 }, (_, index) => Buffer.alloc(200_000, index));
    await Promise.all(pictures.map((picture) => store.put('drawn/ab/same.webp', picture)));
    const left = await store.get('drawn/ab/same.webp');
    expect(pictures.some((picture) => left?.equals(picture))).toBe(true);
  });

  test.each(['../secret', '/etc/passwd', 'a/../../b', 'a//b', '', 'a\0b', 'A.webp', 'a/.hidden', '..', 'a\\..\\b', 'x'.repeat(300)])(
    'the key %j is refused by every call',
    async (key) => {
      const store = await make();
      await expect(store.get(key)).rejects.toThrow(MalformedImageKey);
      await expect(store.has(key)).rejects.toThrow(MalformedImageKey);
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(MalformedImageKey);
    },
  );
}
