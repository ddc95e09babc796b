import { EventEmitter } from 'node:events';
import { afterEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { JobQueues } from './job-queues.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('a queue whose connection breaks says so in a line of the log, which no stack on the console stands beside', () => {
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const queue = (name: string) => Object.assign(new EventEmitter(), { name }) as unknown as Queue;
  const queues = [queue('payments'), queue('delivery'), queue('upkeep')] as const;
  new JobQueues(...queues);
  for (const one of queues) one.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  expect(warned.mock.calls).toEqual(['payments', 'delivery', 'upkeep'].map((name) => [{ queue: name, message: 'write EPIPE' }]));
});
