import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type pg from 'pg';
import { Outbox, Transaction } from '../../shared/ports.ts';
import { type TestShop, testShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { Notifications } from '../database/notifications.ts';
import { OUTBOX_CHANNEL } from './sql-outbox.ts';

const END = 'end_of_the_test';

export function outboxNotifications(): void {
  let shop: TestShop;
  const received: pg.Notification[] = [];

  beforeAll(async () => {
    shop = await testShop();
    shop.database.on('notification', (one) => received.push(one));
    for (const channel of [OUTBOX_CHANNEL, END]) await shop.database.query(`listen ${channel}`);
  });
  afterAll(() => shop.close());
  beforeEach(() => void received.splice(0));

  const add = (id: string) => shop.get(Outbox).add({ queue: 'upkeep', job: 'nothing', id, data: {} });

  /** All of the outbox that was sent before this call: one connection sends them in order. */
  async function ofOutbox(): Promise<pg.Notification[]> {
    shop.get(Notifications).send(END);
    await until(() => received.some(({ channel }) => channel === END));
    return received.filter(({ channel }) => channel === OUTBOX_CHANNEL);
  }

  test('the relay hears of a job after the commit, from another connection than the one of the transaction', async () => {
    await shop.get(Transaction).run(async () => {
      await add('heard');
      expect(await ofOutbox()).toEqual([]);
      received.splice(0);
    });
    const [heard, ...more] = await ofOutbox();
    expect(more).toEqual([]);
    const { rows } = await shop.database.query<{ name: string }>('select application_name as name from pg_stat_activity where pid = $1', [
      heard?.processId,
    ]);
    expect(rows).toEqual([{ name: 'keyturn-listen' }]);
  });

  test('the relay hears nothing of a job whose transaction fails', async () => {
    const failing = shop.get(Transaction).run(async () => {
      await add('lost');
      throw new Error('the process died');
    });
    await expect(failing).rejects.toThrow('the process died');
    expect(await ofOutbox()).toEqual([]);
  });

  test('a hundred transactions that end together are one or two notifications', async () => {
    for (let count = 0; count < 100; count += 1) shop.get(Notifications).send(OUTBOX_CHANNEL);
    const { length } = await ofOutbox();
    expect([1, 2]).toContain(length);
  });
}
