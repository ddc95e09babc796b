import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Config } from '../config/config.ts';
import type { ReadDatabase } from '../database/read-database.ts';
import type { ReplicaReads } from '../database/replicas/replica-reads.ts';
import { InMemoryImageStore } from '../images/testing/in-memory-images.ts';
import type { JobQueues } from '../queues/job-queues.ts';
import { DependencyHealth } from './dependency-health.ts';
import { Readiness } from './readiness.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a picture store that is down degrades the shop, and is checked every ten seconds, not for every proxy', async () => {
  const store = new InMemoryImageStore();
  const get = jest.spyOn(store, 'get');
  const fine = { ping: async () => undefined, count: () => ({ all: 0, inUse: 0 }) };
  const readiness = new Readiness(
    fine as unknown as ReadDatabase,
    fine as unknown as JobQueues,
    fine as unknown as ReplicaReads,
    store,
    new DependencyHealth(),
    { shutdownDelayMs: 0 } as Config,
  );
  expect(await readiness.look()).toEqual({ isReady: true, status: 'ok', database: 'ok', queue: 'ok', images: 'ok' });

  get.mockRejectedValue(new Error('403'));
  expect(await readiness.look()).toMatchObject({ status: 'ok', images: 'ok' });
  jest.advanceTimersByTime(10_001);
  expect(await readiness.look()).toMatchObject({ isReady: true, status: 'degraded', images: 'down' });
  expect(get).toHaveBeenCalledTimes(2);
});
