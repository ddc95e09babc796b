import { expect, test } from '@jest/globals';
import { HitsTogether } from './hits-together.ts';

/** A table of buckets whose writes take a turn of the event loop, and how many are under way at a time at most. */
function table({ fails = () => false }: { fails?: (write: number) => boolean } = {}) {
  const rows = new Map<string, number>();
  const seen = { writes: 0, atOnce: 0, most: 0 };
  const hits = new HitsTogether(async (bucket, more) => {
    seen.writes += 1;
    const isFailing = fails(seen.writes);
    seen.most = Math.max(seen.most, (seen.atOnce += 1));
    await new Promise((resolve) => setImmediate(resolve));
    seen.atOnce -= 1;
    if (isFailing) throw new Error('The database is away.');
    rows.set(bucket, (rows.get(bucket) ?? 0) + more);
    return { hits: rows.get(bucket) ?? 0, endsInSeconds: 60 };
  });
  return { hits, seen };
}

test('a hundred hits of one bucket at a time have one write under way, and each gets its own count', async () => {
  const { hits, seen } = table();
  const counted = await Promise.all(Array.from({ length: 100 }, () => hits.add('flood', 1, 60_000)));
  expect(counted.map((one) => one.hits)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  expect(seen).toMatchObject({ writes: 2, most: 1 });
});

test('buckets do not wait for each other, and what is added at a time counts as much', async () => {
  const { hits, seen } = table();
  const counted = await Promise.all([
    hits.add('a', 1, 60_000),
    hits.add('b', 1, 60_000),
    hits.add('a', 5, 60_000),
    hits.add('a', 1, 60_000),
  ]);
  expect(counted.map((one) => one.hits)).toEqual([1, 1, 6, 7]);
  expect(seen.most).toBe(2);
});

test('a write that fails fails its own hits alone, and the next are counted', async () => {
  const { hits } = table({ fails: (write) => write === 2 });
  const answers = await Promise.allSettled([hits.add('a', 1, 60_000), hits.add('a', 1, 60_000), hits.add('a', 1, 60_000)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await hits.add('a', 1, 60_000)).toEqual({ hits: 2, endsInSeconds: 60 });
});
