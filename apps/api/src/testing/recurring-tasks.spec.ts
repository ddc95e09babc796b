import { expect, test } from '@jest/globals';
import type { DynamicModule, Type } from '@nestjs/common';
import type { Job } from 'bullmq';
import { AppModule } from '../app.module.ts';
import { readConfig } from '../platform/config/config.ts';
import type { JobQueues } from '../platform/queues/job-queues.ts';
import { RecurringTasks } from '../platform/scheduler/recurring-tasks.ts';
import { RecurringTasksWorker } from '../platform/scheduler/recurring-tasks.worker.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pace of each task, and the use case that it runs. */
const schedule: readonly (readonly [task: string, everyMs: number, does: string])[] = [
  ['release-lapsed', 15 * SECOND_MS, 'ReleaseLapsed'],
  ['reconcile', MINUTE_MS, 'Reconcile'],
  ['reconcile-disputes', MINUTE_MS, 'ReconcileDisputes'],
  ['refund-held', MINUTE_MS, 'RefundHeld'],
  ['watch-evidence', MINUTE_MS, 'WatchEvidence'],
  ['ask-again', MINUTE_MS, 'RequeueOverdueJobs'],
  ['receive-undelivered', 10 * MINUTE_MS, 'ReceiveUndelivered'],
  ['alert-mismatches', MINUTE_MS, 'AlertMismatches'],
  ['fill-waiting', MINUTE_MS, 'FulfilBackorders'],
  ['tell-waiting', 30 * SECOND_MS, 'TellWaiting'],
  ['send-overdue-mails', MINUTE_MS, 'SendOverdueMails'],
  ['alert-low-stock', 30 * SECOND_MS, 'AlertLowStock'],
  ['send-alerts', 15 * SECOND_MS, 'SendAlerts'],
  ['fill-key-hashes', 30 * SECOND_MS, 'FillNormalisedHashes'],
  ['go-on-rotating', 5 * SECOND_MS, 'ContinueKeyRotation'],
  ['encrypt-factors-anew', 30 * SECOND_MS, 'EncryptFactorsAnew'],
  ['verify-shown-stock', 5 * MINUTE_MS, 'VerifyShownStock'],
  ['run-catalogue-jobs', 2 * SECOND_MS, 'RunCatalogueJobs'],
  ['sync-suppliers', 5 * SECOND_MS, 'SyncOffers'],
  ['follow-changes', 10 * MINUTE_MS, 'FollowChanges'],
  ['follow-hints', 2 * SECOND_MS, 'FollowHints'],
  ['return-keys', 5 * SECOND_MS, 'ReturnKeys'],
  ['look-again', 5 * SECOND_MS, 'LookAgain'],
  ['watch-suppliers', MINUTE_MS, 'WatchSuppliers'],
  ['watch-rates', HOUR_MS, 'WatchRates'],
  ['purge-outbox', HOUR_MS, 'PurgeOutbox'],
  ['purge-personal', HOUR_MS, 'PurgeExpired'],
  ['repeat-erasures', 24 * HOUR_MS, 'RepeatErasures'],
];

/** Every Nest module that the application is made of. */
function modules(of: Type | DynamicModule, found = new Set<Type>()): Set<Type> {
  const module = 'module' in of ? of.module : of;
  if (found.has(module)) return found;
  found.add(module);
  const own = (Reflect.getMetadata('imports', module) ?? []) as (Type | DynamicModule)[];
  for (const imported of [...own, ...(('module' in of && of.imports) || [])]) modules(imported as Type | DynamicModule, found);
  return found;
}

/** What the modules register, with use cases that only note that they ran or were stopped. */
function registered() {
  const tasks = new RecurringTasks();
  const done: string[] = [];
  const stopped: string[] = [];
  const config = readConfig({});
  for (const module of modules(AppModule.with(config))) {
    const needed = (Reflect.getMetadata('design:paramtypes', module) ?? []) as { name: string }[];
    if (!needed.some(({ name }) => name === 'RecurringTasks')) continue;
    const known = new Map<string, object>([
      ['RecurringTasks', tasks],
      ['Config', config],
    ]);
    const given = needed.map(
      ({ name }) => known.get(name) ?? { add: () => undefined, run: async () => void done.push(name), stop: () => void stopped.push(name) },
    );
    new module(...given);
  }
  const planned: [task: string, everyMs: number][] = [];
  const queues = { repeat: async (task: string, everyMs: number) => void planned.push([task, everyMs]) };
  const worker = new RecurringTasksWorker(tasks, queues as unknown as JobQueues);
  Object.assign(worker, { metrics: { worked: () => undefined } });
  const process = (name: string) => worker.process({ name, queueName: 'upkeep', id: '1', data: {} } as Job);
  return { tasks, worker, process, done, stopped, planned };
}

test('every recurring task is planned at its pace, and no other', async () => {
  const { worker, planned } = registered();
  await worker.plan();
  expect(planned.toSorted()).toEqual(schedule.map(([task, everyMs]) => [task, everyMs]).toSorted());
});

test.each(schedule)('the task %s, each %i ms, does what it is named after: %s', async (task, _everyMs, does) => {
  const { process, done } = registered();
  await process(task);
  expect(done).toEqual([does]);
});

test('a task of another version is passed over, and a name is given once', async () => {
  const { process, tasks, done } = registered();
  await process('of-tomorrow');
  expect(done).toEqual([]);
  expect(() => tasks.add({ name: 'reconcile', everyMs: 1, run: async () => undefined })).toThrow('reconcile');
});

test('a worker that shuts down stops what takes long between two steps', () => {
  const { worker, stopped } = registered();
  worker.onModuleDestroy();
  expect(stopped.toSorted()).toEqual(['ContinueKeyRotation', 'FillNormalisedHashes', 'RunCatalogueJobs', 'SyncOffers', 'VerifyShownStock']);
});
