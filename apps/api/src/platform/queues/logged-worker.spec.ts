import { expect, test } from '@jest/globals';
import type { Job } from 'bullmq';
import { Metrics } from '../metrics/metrics.ts';
import { LoggedWorker } from './logged-worker.ts';

class Failing extends LoggedWorker {
  constructor(private readonly error: Error) {
    super();
  }

  protected override work(): Promise<void> {
    return Promise.reject(this.error);
  }
}
const failureOf = (error: Error) => {
  const worker = Object.assign(new Failing(error), { metrics: new Metrics() });
  return worker.process({ id: '1', name: 'job', queueName: 'upkeep' } as Job).catch((told: Error) => told);
};

test('the queue stores nothing that a database error quotes', async () => {
  const quoting = Object.assign(new Error(`insert … ('ada@example.com') - duplicate key`), { code: '23505', table: 'shop_user' });
  const told = await failureOf(quoting);
  expect(told).toMatchObject({ message: 'The database refused: 23505, shop_user' });
  expect(JSON.stringify([told, (told as Error).stack])).not.toContain('ada@example.com');
});

test('other errors are stored with their message and stack', async () => {
  const told = await failureOf(new Error('The mail server is away.'));
  expect(told).toMatchObject({ message: 'The mail server is away.', stack: expect.stringContaining('logged-worker.spec') });
});
