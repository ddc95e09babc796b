import { EventEmitter } from 'node:events';
import { afterEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { JobQueues } from './job-queues.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('a queue whose connection breaks logs one JSON line, and writes nothing else to the console', () => {
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const queue = (name: string) => Object.assign(new EventEmitter(), { name }) as unknown as Queue;
  const queues = [queue('payments'), queue('delivery'), queue('upkeep')] as const;
  new JobQueues(...queues);
  for (const one of queues) one.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  expect(warned.mock.calls).toEqual(['payments', 'delivery', 'upkeep'].map((name) => [{ queue: name, message: 'write EPIPE' }]));
});
