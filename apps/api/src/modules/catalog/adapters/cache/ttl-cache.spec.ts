import { expect, jest, test } from '@jest/globals';
import type { Config } from '../../../../platform/config/config.ts';
import type { CatalogueChanges } from './catalogue-changes.ts';
import { MatchCache } from './match-cache.ts';
import { TtlCache } from './ttl-cache.ts';

test('the least recently used entry is evicted', async () => {
  const cache = new TtlCache<string>(2, 60_000);
  for (const key of ['a', 'b', 'a', 'c']) await cache.get(key, () => Promise.resolve(key));
  expect(['a', 'b', 'c'].filter((key) => cache.has(key))).toEqual(['a', 'c']);
});

test('reading an entry does not extend its lifetime', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(1);
  const cache = new TtlCache<number>(2, 100);
  await cache.get('a', () => Promise.resolve(1));
  now.mockReturnValue(101);
  expect(await cache.get('a', () => Promise.resolve(2))).toBe(1);
  now.mockReturnValue(102);
  expect(await cache.get('a', () => Promise.resolve(3))).toBe(3);
  now.mockRestore();
});

test('matches are counted once for concurrent queries, and again after a change of the catalogue, but not of stock', async () => {
  let changed = (_isStockAlone: boolean) => undefined as void;
  const listen = (listener: (isStockAlone: boolean) => void) => {
    changed = listener;
  };
  const matches = new MatchCache(
    { matchesCacheMs: 60_000, replicaUrls: [] as readonly string[] } as Config,
    { listen } as CatalogueChanges,
  );
  matches.onModuleInit();
  const count = jest.fn(() => Promise.resolve(4711));
  const find = jest.fn(() => Promise.resolve({ count: 1, ids: ['one'] }));
  const ask = () => Promise.all([matches.counts.get('the', count), matches.counts.get('the', count), matches.found.get('the', find)]);
  expect(await ask()).toEqual([4711, 4711, { count: 1, ids: ['one'] }]);
  changed(true);
  await ask();
  expect([count, find].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  changed(false);
  await ask();
  expect([count, find].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
});

test('with replicas it is cleared again when they must have replayed the change', async () => {
  jest.useFakeTimers();
  let changed = (_isStockAlone: boolean) => undefined as void;
  const listen = (listener: (isStockAlone: boolean) => void) => {
    changed = listener;
  };
  const config = { matchesCacheMs: 60_000, replicaUrls: ['postgres://replica/shop'] as readonly string[] } as Config;
  const matches = new MatchCache(config, { listen } as CatalogueChanges);
  matches.onModuleInit();
  changed(false);
  await matches.counts.get('the', () => Promise.resolve(1));
  jest.advanceTimersByTime(1900);
  expect(matches.counts.has('the')).toBe(true);
  jest.advanceTimersByTime(200);
  expect(matches.counts.has('the')).toBe(false);
  jest.useRealTimers();
});
