import { beforeEach, expect, test } from '@jest/globals';
import type { FeedPictures } from '../application/feed-pictures.ts';
import type { NamedPicture } from '../domain/feed-pictures.ts';

export interface FeedPicturesUnderTest {
  readonly pictures: FeedPictures;
  /** An import that names these pictures of the product. */
  name(productId: string, named: readonly NamedPicture[], now: Date): Promise<void>;
  shown(productId: string): Promise<{ cover: string | null; screenshots: string[] }>;
}

const image = (digit: string) => digit.repeat(32);
const addressOf = (place: number) => `https://pictures.example/${place}.png`;
const named = (...places: number[]): NamedPicture[] => places.map((place) => ({ place, address: addressOf(place), imageId: null }));
const window = { offset: 0, limit: 20 };

/** `start` gives an empty store. The products `p1` and `p2` are there, or are made by `name`. */
export function feedPicturesContract(start: () => Promise<FeedPicturesUnderTest>): void {
  const now = new Date('2026-12-15T12:00:00Z');
  const later = new Date('2026-12-15T12:05:00Z');
  let under: FeedPicturesUnderTest;
  beforeEach(async () => {
    under = await start();
  });
  const take = async (at = now) => {
    const picture = await under.pictures.take(at, later);
    if (!picture) throw new Error('None is due.');
    return picture;
  };

  test('a picture that was taken is not taken again before its time', async () => {
    await under.name('p1', named(0), now);
    expect(await take()).toEqual({ productId: 'p1', address: addressOf(0), isCover: true, tries: 1 });
    expect(await under.pictures.take(now, later)).toBeNull();
    expect(await take(later)).toMatchObject({ tries: 2 });
  });

  test('what was fetched is shown, screenshots in their order whichever came first', async () => {
    await under.name('p1', named(0, 1, 2), now);
    const digits = ['c', '1', '2'];
    for (const digit of digits.toReversed()) {
      await under.pictures.store(
        { productId: 'p1', address: addressOf(digits.indexOf(digit)), isCover: digit === 'c', tries: 1 },
        image(digit),
        now,
      );
    }
    expect(await under.shown('p1')).toEqual({ cover: image('c'), screenshots: [image('1'), image('2')] });
    expect(await under.pictures.take(later, later)).toBeNull();
  });

  test('a fetch that ends after the address has changed changes nothing', async () => {
    await under.name('p1', named(0), now);
    const picture = await take();
    await under.name('p1', [{ place: 0, address: 'https://pictures.example/new.png', imageId: null }], now);
    await under.pictures.store(picture, image('c'), now);
    await under.pictures.fail(picture, { failure: 'No', dueAt: null, tries: 1 }, now);
    expect((await under.pictures.list({ productId: 'p1' }, window)).items).toMatchObject([
      { address: 'https://pictures.example/new.png', state: 'waiting', imageId: null, failure: null },
    ]);
  });

  test('a picture whose address changes stands until the new one is there', async () => {
    await under.name('p1', named(0), now);
    await under.pictures.store(await take(), image('c'), now);
    await under.name('p1', [{ place: 0, address: 'https://pictures.example/new.png', imageId: null }], now);
    expect(await under.shown('p1')).toMatchObject({ cover: image('c') });
    await under.pictures.store(await take(), image('d'), now);
    expect(await under.shown('p1')).toMatchObject({ cover: image('d') });
  });

  test('what failed waits for its next try, or for staff', async () => {
    await under.name('p1', named(0, 1), now);
    await under.name('p2', named(0), now);
    const outcomes = [
      { failure: 'The server answered 503.', dueAt: later, tries: 1 },
      { failure: 'No picture.', dueAt: null, tries: 1 },
      { failure: 'No picture.', dueAt: null, tries: 1 },
    ];
    for (const outcome of outcomes) await under.pictures.fail(await take(), outcome, now);
    expect(await under.pictures.take(now, later)).toBeNull();
    expect((await under.pictures.list({ state: 'failed' }, window)).total).toBe(2);
    expect(await under.pictures.tryAgain('p2', now)).toBe(1);
    expect(await take()).toMatchObject({ productId: 'p2', tries: 1 });
    expect(await under.pictures.tryAgain(null, now)).toBe(3);
    const { items, total } = await under.pictures.list({}, window);
    expect(total).toBe(3);
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['waiting']));
  });
}
