import { expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Job } from 'bullmq';
import { logFields } from '../logging/log-fields.ts';
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

test('a job that carries several does all of them, each with its own fields, and fails where one fails', async () => {
  const done: unknown[] = [];
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  class Mails extends LoggedWorker {
    protected override async work({ mailId }: { mailId: string }): Promise<void> {
      if (mailId === 'mail-2') throw new Error('busy');
      done.push([mailId, logFields().requestId]);
    }
  }
  const worker = Object.assign(new Mails(), { metrics: new Metrics() });
  const [first, ...more] = ['mail-1', 'mail-2', 'mail-3'].map((mailId) => ({ mailId, origin: { requestId: `of ${mailId}` } }));
  const job = { id: '1', name: 'send-mail', queueName: 'delivery', attemptsMade: 0, data: { ...first, more } };
  await expect(worker.process(job as unknown as Job)).rejects.toThrow('busy');
  expect(done).toEqual([
    ['mail-1', 'of mail-1'],
    ['mail-3', 'of mail-3'],
  ]);
  expect(warned.mock.calls).toEqual([[{ message: 'busy', attempt: 1 }]]);
  warned.mockRestore();
});

test('other errors are stored with their message and stack', async () => {
  const logged = await failureOf(new Error('The mail server is away.'));
  expect(logged).toMatchObject({ message: 'The mail server is away.', stack: expect.stringContaining('logged-worker.spec') });
});
