import { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import { sql } from 'kysely';
import { Outbox, Transaction } from '../../shared/ports.ts';
import { type TestShop, testShop } from '../../testing/test-shop.ts';
import { Notifications } from '../database/notifications.ts';
import { transactionContract } from '../database/testing/transaction.contract.ts';
import type { JobQueues } from '../queues/job-queues.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { outboxContract, recordingQueues } from './testing/outbox.contract.ts';

export function outboxCases(): void {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await testShop();
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from outbox'));

  outboxContract(async () => {
    const transaction = shop.get(Transaction);
    /** A process of its own. */
    const relay = async (taken?: () => Promise<void>) => {
      const queues = recordingQueues(taken);
      const [em, notifications] = [shop.get(EntityManager), shop.get(Notifications)];
      await new OutboxRelay(em, transaction, queues as unknown as JobQueues, notifications, shop.clock).relayAll();
      return queues.handed;
    };
    return { outbox: shop.get(Outbox), clock: shop.clock, inTransaction: (work) => transaction.run(work), relay };
  });

  // On the table of jobs, because it needs one.
  describe('transactions', () =>
    transactionContract(async () => {
      const database = () => shop.get(EntityManager).getKysely<unknown>();
      return {
        transaction: shop.get(Transaction),
        write: async (id) => {
          await sql`insert into outbox (job_id, queue, job, data, created_at, due_at)
            values (${id}, 'upkeep', 'nothing', '{}', ${shop.clock.now()}, '-infinity')`.execute(database());
        },
        read: async () => {
          const { rows } = await sql<{ id: string }>`select job_id as id from outbox order by job_id`.execute(database());
          return rows.map(({ id }) => id);
        },
      };
    }));
}
