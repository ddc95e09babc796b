import { expect, test } from '@jest/globals';
import type { Job } from 'bullmq';
import { UpkeepWorker } from './upkeep.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pace of each job, and the use case that it runs. */
const schedule: readonly (readonly [job: string, everyMs: number, does: string])[] = [
  ['release-lapsed', 15 * SECOND_MS, 'ReleaseLapsed'],
  ['reconcile', MINUTE_MS, 'Reconcile'],
  ['reconcile-disputes', MINUTE_MS, 'ReconcileDisputes'],
  ['ask-again', MINUTE_MS, 'AskAgain'],
  ['fill-waiting', MINUTE_MS, 'FillWaiting'],
  ['send-overdue-mails', MINUTE_MS, 'SendOverdueLetters'],
  ['alert-low-stock', 30 * SECOND_MS, 'AlertLowStock'],
  ['send-alerts', 15 * SECOND_MS, 'SendAlerts'],
  ['fill-key-hashes', 30 * SECOND_MS, 'FillNormalisedHashes'],
  ['go-on-rotating', 5 * SECOND_MS, 'GoOnRotating'],
  ['run-catalogue-jobs', 2 * SECOND_MS, 'RunCatalogueJobs'],
  ['purge-outbox', HOUR_MS, 'PurgeOutbox'],
  ['purge-personal', HOUR_MS, 'PurgePersonal'],
];

function upkeep() {
  const done: string[] = [];
  const planned: [job: string, everyMs: number][] = [];
  const queues = { repeat: async (job: string, everyMs: number) => void planned.push([job, everyMs]) };
  // What the worker is given, by the types that its constructor names.
  const given = (Reflect.getMetadata('design:paramtypes', UpkeepWorker) as { name: string }[]).map(({ name }) =>
    name === 'JobQueues' ? queues : { run: async () => void done.push(name), stop: () => undefined },
  );
  const worker = new UpkeepWorker(...(given as unknown as ConstructorParameters<typeof UpkeepWorker>));
  Object.assign(worker, { metrics: { worked: () => undefined } });
  return { worker, done, planned };
}

test('every job of the upkeep is planned at its pace, and no other', async () => {
  const { worker, planned } = upkeep();
  await worker.plan();
  expect(planned.toSorted()).toEqual(schedule.map(([job, everyMs]) => [job, everyMs]).toSorted());
});

test.each(schedule)('the job %s, each %i ms, does what it is named after: %s', async (job, _everyMs, does) => {
  const { worker, done } = upkeep();
  await worker.process({ name: job, queueName: 'upkeep', id: '1', data: {} } as Job);
  expect(done).toEqual([does]);
});
