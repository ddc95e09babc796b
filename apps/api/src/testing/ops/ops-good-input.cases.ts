import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openApiDocument } from '../../platform/http/openapi/openapi.ts';
import { operationsOf, type Operation } from '../bad-input/schema.ts';
import { report } from '../campaigns/campaign.ts';
import { addProducts } from '../products.ts';
import { salesShop } from '../sales-shop.ts';
import type { TestShop } from '../test-shop.ts';
import { callOps, opsKey, sendForm } from './staff.ts';
import { validReads } from './valid-reads.ts';
import type { ValidWrite } from './valid-write.ts';
import { validWrites } from './valid-writes.ts';

const KEYS_OF_A_ROUND = 25;

/** Each ops call with good input, so many times. */
export function opsGoodInput({ times }: { times: number }): void {
  let shop: TestShop;
  let key: string;
  let operations: Operation[];
  const addresses = new Map<string, Readonly<Record<string, string>>>();

  beforeAll(async () => {
    shop = await salesShop();
    await addProducts(shop, [{ kinguinId: 1, keys: KEYS_OF_A_ROUND * times }]);
    key = (await opsKey(shop, 'owner')).text;
    operations = operationsOf(openApiDocument(shop.app, 'ops'));
  });
  afterAll(() => shop.close());

  /** Reads ask for the same thing again; a write needs a new one. */
  async function goodCall({ id, method }: Operation): Promise<ValidWrite> {
    if (method !== 'GET') return (await validWrites[id]?.(shop)) ?? {};
    if (!addresses.has(id)) addresses.set(id, (await validReads[id]?.(shop, key)) ?? {});
    return { path: addresses.get(id) ?? {} };
  }

  async function statusOf(operation: Operation): Promise<string> {
    const { path = {}, query = {}, body, form } = await goodCall(operation);
    const address = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? 'nothing'));
    const url = `${address}?${new URLSearchParams(query).toString()}`;
    const answer = await (form ? sendForm(shop, key, operation.method, url, form) : callOps(shop, key, operation.method, url, body));
    return answer.statusCode < 300 ? 'good' : `${answer.statusCode} ${answer.body.slice(0, 300)}`;
  }

  test(
    `every ops call answers good input ${times} times`,
    async () => {
      const failed = new Set<string>();
      for (const operation of operations) {
        // One person may replace so many keys in an hour, by whichever call.
        await shop.database.query('delete from rate_limit');
        for (let count = 0; count < times; count += 1) {
          const status = await statusOf(operation);
          if (status !== 'good') failed.add(`${operation.id}: ${status}`);
        }
      }
      expect([...failed]).toEqual([]);
      report(`${operations.length} ops calls answered good input ${times} times each`);
    },
    60_000 * times,
  );
}
