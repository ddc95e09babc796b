import { EventEmitter } from 'node:events';
import { afterEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { JobData } from './job-origin.ts';
import { readConfig } from '../config/config.ts';
import { JobQueues } from './job-queues.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('payment events and mails that are due together are carried by few jobs, ten each at most; other jobs are not joined', async () => {
  const added: { name: string; data: JobData; id: string }[] = [];
  const add = async (name: string, data: JobData, { jobId }: { jobId: string }) => void added.push({ name, data, id: jobId });
  const queue = () => Object.assign(new EventEmitter(), { add }) as unknown as Queue;
  const queues = new JobQueues(queue(), queue(), queue(), readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }));
  const message = (job: string, id: string) => ({ queue: 'payments', job, id, data: { id }, origin: { requestId: `of ${id}` } }) as const;
  const events = Array.from({ length: 12 }, (_, index) => message('process-event', `event-${index}`));
  await queues.addAll([message('refund', 'refund-1'), ...events, message('refund', 'refund-2')]);
  expect(added.map(({ name }) => name)).toEqual(['refund', 'process-event', 'process-event', 'refund']);
  const carried = added.map(({ data: { more = [], ...first } }) => [first, ...more]);
  expect(carried.map(({ length }) => length)).toEqual([1, 10, 2, 1]);
  expect(carried[2]).toEqual([
    { id: 'event-10', origin: { requestId: 'of event-10' } },
    { id: 'event-11', origin: { requestId: 'of event-11' } },
  ]);

  // After a crash some of them may be relayed again, with others: only the same ones are a duplicate.
  const ids = added.map(({ id }) => id);
  await queues.addAll(events.slice(0, 10));
  await queues.addAll(events.slice(0, 9));
  await queues.addAll(events.slice(0, 1));
  const [same, fewer, one] = added.slice(4).map(({ id }) => id);
  expect([same === ids[1], ids.includes(fewer ?? ''), one]).toEqual([true, false, 'event-0']);
});

test('of jobs that carry what several people wait for, those who are not named keep theirs', async () => {
  const left: unknown[] = [];
  const job = (id: string, data: JobData, finishedOn?: number) => ({
    id,
    name: 'send-mail',
    data,
    finishedOn,
    remove: async () => void left.push(id),
  });
  const jobs = [
    job('one', { id: 'of-bo' }),
    job('of-ada+1', { id: 'of-ada', more: [{ id: 'of-bo-2' }, { id: 'of-ada-2' }, { id: 'of-cy', origin: { requestId: 'r' } }] }),
    job('failed', { id: 'of-ada-3', more: [{ id: 'of-bo-3' }] }, 1),
    job('alone', { id: 'of-ada-4' }),
  ];
  const queue = (waiting: object[]) =>
    Object.assign(new EventEmitter(), {
      getJobs: async () => waiting,
      add: async (name: string, data: JobData, { jobId }: { jobId?: string }) => void left.push([name, data, jobId]),
    }) as unknown as Queue;
  const queues = new JobQueues(queue([]), queue(jobs), queue([]), readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }));
  await queues.removeNaming(['of-ada']);
  expect(left).toEqual([
    ['send-mail', { id: 'of-bo-2' }, undefined],
    ['send-mail', { id: 'of-cy', origin: { requestId: 'r' } }, undefined],
    'of-ada+1',
    'failed',
    'alone',
  ]);
});

test('a queue whose connection breaks logs one JSON line, and writes nothing else to the console', () => {
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const queue = (name: string) => Object.assign(new EventEmitter(), { name }) as unknown as Queue;
  const queues = [queue('payments'), queue('delivery'), queue('upkeep')] as const;
  new JobQueues(...queues, readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }));
  for (const one of queues) one.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  expect(warned.mock.calls).toEqual(['payments', 'delivery', 'upkeep'].map((name) => [{ queue: name, message: 'write EPIPE' }]));
});
