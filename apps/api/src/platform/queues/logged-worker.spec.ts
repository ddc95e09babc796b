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
  return worker.process({ id: '1', name: 'job', queueName: 'upkeep' } as Job).catch((logged: Error) => logged);
};

test('the queue stores nothing that a database error quotes', async () => {
  const quoting = Object.assign(new Error(`insert … ('ada@example.com') - duplicate key`), { code: '23505', table: 'shop_user' });
  const logged = await failureOf(quoting);
  expect(logged).toMatchObject({ message: 'The database refused: 23505, shop_user' });
  expect(JSON.stringify([logged, (logged as Error).stack])).not.toContain('ada@example.com');
});

test('other errors are stored with their message and stack', async () => {
  const logged = await failureOf(new Error('The mail server is away.'));
  expect(logged).toMatchObject({ message: 'The mail server is away.', stack: expect.stringContaining('logged-worker.spec') });
});
