import type { EntityManager } from '@mikro-orm/postgresql';
import { expect, test } from '@jest/globals';
import { PlainTransaction, FixedClock } from '../../testing/fakes.ts';
import { PurgeExpired } from './purge-expired.ts';
import { PURGE_BATCH, Retention } from './retention.ts';

test('a statement that fails is reported, and keeps no other from running', async () => {
  const retention = new Retention();
  retention.add(...['first', 'failing', 'last'].map((statement) => ({ afterDays: 1, statement })));
  const asked: string[] = [];
  const execute = async (statement: string) => {
    asked.push(statement);
    if (statement === 'failing') throw new Error('deadlock');
    return { affectedRows: asked.length === 1 ? PURGE_BATCH : 0 };
  };
  const purge = new PurgeExpired(retention, { execute } as unknown as EntityManager, new PlainTransaction(), new FixedClock());
  await expect(purge.run()).rejects.toEqual(new Error('deadlock'));
  expect(asked).toEqual(['first', 'first', 'failing', 'last']);
});
