import { expect, test } from '@jest/globals';
import { type FeedPicture, type NamedPicture, pauseAfter, picturesNamed, shownPictures } from './feed-pictures.ts';

const now = new Date('2026-12-15T12:00:00Z');
const before = new Date('2026-12-14T12:00:00Z');

const named = (...addresses: string[]): NamedPicture[] => addresses.map((address, place) => ({ place, address, imageId: null }));
const waiting = (place: number, address: string, imageId: string | null = null): FeedPicture => ({
  place,
  address,
  state: 'waiting',
  imageId,
  tries: 0,
  dueAt: now,
  failure: null,
});
const stored = (place: number, address: string, imageId: string): FeedPicture => ({
  ...waiting(place, address, imageId),
  state: 'stored',
  tries: 1,
  dueAt: null,
});

test('new pictures are due at once', () => {
  expect(picturesNamed([], named('cover', 'shot'), now)).toEqual([waiting(0, 'cover'), waiting(1, 'shot')]);
});

test('a known address is not fetched again, wherever among the screenshots it is now', () => {
  const failed: FeedPicture = { ...waiting(2, 'shot 2'), state: 'failed', dueAt: null, failure: 'No picture', tries: 8 };
  const known = [stored(0, 'cover', 'c'), stored(1, 'shot 1', 's1'), failed];
  expect(picturesNamed(known, named('cover', 'shot 2', 'shot 1'), now)).toEqual([
    stored(0, 'cover', 'c'),
    { ...failed, place: 1 },
    stored(2, 'shot 1', 's1'),
  ]);
});

test('a picture stands until that of the new address is there, however often the address changes', () => {
  const once = picturesNamed([stored(0, 'cover', 'c'), stored(1, 'shot', 's')], named('other cover', 'other shot'), now);
  expect(once).toEqual([waiting(0, 'other cover', 'c'), waiting(1, 'other shot', 's')]);
  expect(picturesNamed(once, named('third cover'), now)).toEqual([waiting(0, 'third cover', 'c')]);
});

test('a new screenshot does not show one that has moved to another place', () => {
  const known = [stored(1, 'shot 1', 's1'), stored(2, 'shot 2', 's2')];
  const [, second, third] = picturesNamed(known, named('cover', 'new shot', 'shot 1'), now);
  expect(second).toEqual(waiting(1, 'new shot'));
  expect(third).toEqual(stored(2, 'shot 1', 's1'));
});

test('an address that is cover and screenshot is both', () => {
  const known = [stored(0, 'same', 'a')];
  expect(picturesNamed(known, named('same', 'same'), now)).toEqual([stored(0, 'same', 'a'), waiting(1, 'same')]);
});

test('what waits keeps its time and its tries', () => {
  const late: FeedPicture = { ...waiting(0, 'cover'), tries: 3, dueAt: before, failure: 'The server answered 503.' };
  expect(picturesNamed([late], named('cover'), now)).toEqual([late]);
});

test('pictures of this shop keep their place among the others, and are not stored without others', () => {
  const own: NamedPicture = { place: 1, address: 'images/own', imageId: 'own' };
  expect(picturesNamed([stored(0, 'cover', 'c')], [own], now)).toEqual([]);
  const mixed = picturesNamed([], [own, { place: 2, address: 'shot', imageId: null }], now);
  expect(mixed).toEqual([{ ...stored(1, 'images/own', 'own'), tries: 0 }, waiting(2, 'shot')]);
});

test('screenshots are shown by place, each once, without those that are not there yet', () => {
  const pictures = [stored(3, 'c', 'three'), waiting(1, 'a'), stored(2, 'b', 'two'), stored(4, 'd', 'two')];
  expect(shownPictures(pictures)).toEqual({ cover: null, screenshots: ['two', 'three'] });
  expect(shownPictures([stored(0, 'cover', 'c')])).toEqual({ cover: 'c', screenshots: [] });
});

test('pauses grow, and end after the eighth try', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map(pauseAfter);
  expect(pauses[0]).toBe(60_000);
  expect(pauses.slice(0, 7)).toEqual(pauses.slice(0, 7).toSorted((one, other) => (one ?? 0) - (other ?? 0)));
  expect(pauses[7]).toBeNull();
});
