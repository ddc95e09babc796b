import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Away, DatabaseGate } from '../../platform/database/testing/database-gate.ts';
import { openApiDocument } from '../../platform/http/openapi/openapi.ts';
import type { TestShop } from '../test-shop.ts';
import { until } from '../until.ts';
import { type Operation, operationsOf } from './schema.ts';
import { type Answer, send } from './sending.ts';
import { openShop, type ValidCall, validCalls } from './valid-calls.ts';

export function databaseAway(): void {
  let gate: DatabaseGate;
  let shop: TestShop;
  let good: Record<string, ValidCall>;
  let operations: Operation[];

  beforeAll(async () => {
    gate = await DatabaseGate.before(process.env.TEST_DATABASE_URL ?? '');
    shop = await openShop((databaseUrl) => ({ DATABASE_URL: gate.urlOf(databaseUrl) }));
    good = await validCalls(shop);
    operations = operationsOf(openApiDocument(shop.app));
  }, 60_000);
  afterAll(async () => {
    await shop.close();
    gate.close();
  });

  /** Sends a valid call of every operation, and what `meanwhile` does once they are on their way. */
  async function sendAll(meanwhile: () => Promise<void> = async () => undefined): Promise<Map<string, Answer>> {
    const calls: (() => Promise<[string, Answer]>)[] = [];
    for (const operation of operations) {
      const call = (await good[operation.id]?.()) ?? {};
      calls.push(async () => [operation.id, await send(shop, operation, call)]);
    }
    await meanwhile();
    return new Map(await Promise.all(calls.map((call) => call())));
  }

  /** Answers that a client cannot act on. Readiness has a form of its own. */
  const wrong = (answers: Map<string, Answer>) =>
    [...answers]
      .filter(([id, { status, headers }]) => status >= 500 && id !== 'isReady' && (status !== 503 || headers['retry-after'] === undefined))
      .map(([id, { status, text }]) => `${id} ${status} ${text.slice(0, 200)}`);

  test.each<Away>(['57P01', '57P02', '57P03', 'cut', 'refused'])(
    'calls that meet a database that restarts answer 503 with the time to come back, and afterwards as ever: %s',
    async (away) => {
      const during = await sendAll(() => gate.goAway(away));
      expect(wrong(during)).toEqual([]);
      expect([...during.values()].filter(({ status }) => status === 503).length).toBeGreaterThan(30);
      await gate.comeBack();
      await until(async () => (await shop.app.inject('/health/ready')).statusCode === 200);
      expect([...(await sendAll())].filter(([, { status }]) => status >= 500)).toEqual([]);
    },
    60_000,
  );

  test.each<Away>(['57P01', '57P02', 'cut'])(
    'calls that are on their way when the database goes away answer 503 as well: %s',
    async (away) => {
      for (const turns of [3, 20]) {
        const answers = sendAll(async () => {
          void (async () => {
            for (let turn = 0; turn < turns; turn += 1) await setImmediate();
            await gate.goAway(away);
          })();
        });
        expect(wrong(await answers)).toEqual([]);
        await gate.comeBack();
        await until(async () => (await shop.app.inject('/health/ready')).statusCode === 200);
      }
    },
    60_000,
  );
}
