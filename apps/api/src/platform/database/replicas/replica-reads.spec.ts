import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Config } from '../../config/config.ts';
import type { ReadDatabase } from '../read-database.ts';
import { ReplicaReads } from './replica-reads.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/**
 * Two replicas; the first can be made to stop answering. Each has replayed a change at its check number `follows`, and a check takes
 * `takesMs`. Reads return which server answered; `first` is the server of the first read after the start.
 */
async function reads({ follows = 1, takesMs = 0 } = {}) {
  let isSilent = false;
  let written = 0;
  const config = { replicaUrls: ['postgres://first/shop', 'postgres://second/shop'], databasePoolSize: 1 } as unknown as Config;
  const primary = { rows: async (name: string) => (name === 'wal-mark' ? [{ mark: `0/${(written += 1)}` }] : ['the primary']) };
  const replicas = new ReplicaReads(config, primary as unknown as ReadDatabase);
  const pools = (replicas as unknown as { replicas: { pool: { query: unknown } }[] }).replicas.map(({ pool }) => pool);
  for (const [place, pool] of pools.entries()) {
    const looks = new Map<unknown, number>();
    pool.query = async ({ name, values: [, mark] }: { name: string; values: unknown[] }) => {
      if (place === 0 && isSilent) return new Promise(() => undefined);
      if (name !== 'has-replayed') return { rows: [`replica ${place + 1}`] };
      if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
      looks.set(mark, (looks.get(mark) ?? 0) + 1);
      return { rows: [{ isNear: true, hasFollowed: (looks.get(mark) ?? 0) >= follows }] };
    };
  }
  const asked = async () => (await replicas.rows<string>('list', 'select'))[0];
  const first = replicas.onApplicationBootstrap().then(asked);
  await jest.advanceTimersByTimeAsync(1000);
  return {
    replicas,
    asked,
    first: await first,
    fallSilent: () => void (isSilent = true),
    pass: (ms: number) => jest.advanceTimersByTimeAsync(ms),
  };
}

test('after a change reads go to the primary until a replica has replayed it, and then to the replicas again', async () => {
  const { replicas, asked, pass } = await reads();
  expect([await asked(), await asked()].toSorted()).toEqual(['replica 1', 'replica 2']);
  replicas.noteChange();
  expect(await asked()).toBe('the primary');
  await pass(1);
  expect([await asked(), await asked()].toSorted()).toEqual(['replica 1', 'replica 2']);
});

test('the start waits for slow replicas: the first read uses one', async () => {
  expect((await reads({ takesMs: 300 })).first).toMatch(/^replica/);
});

test('a replica that does not answer does not prevent reads of one that lags a little: it is used between repeated changes', async () => {
  const { replicas, asked, fallSilent, pass } = await reads({ follows: 2 });
  fallSilent();
  await pass(400);
  for (let change = 0; change < 5; change += 1) {
    replicas.noteChange();
    expect(await asked()).toBe('the primary');
    await pass(90);
    expect([await asked(), await asked(), await asked()]).toEqual(['replica 2', 'replica 2', 'replica 2']);
  }
});
