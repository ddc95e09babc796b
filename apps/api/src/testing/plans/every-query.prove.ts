import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openApiDocument } from '../../platform/http/openapi/openapi.ts';
import { validCalls, openShop } from '../bad-input/valid-calls.ts';
import { operationsOf } from '../bad-input/schema.ts';
import { send } from '../bad-input/sending.ts';
import type { TestShop } from '../test-shop.ts';
import { grow } from './long-history.ts';
import { type Asked, type OnPurpose, recorded, wholeReads } from './statement-plans.ts';

let shop: TestShop;
let asked: Asked[];
const ON_PURPOSE: OnPurpose = [['the parts of the sitemap are counted once an hour', /row_number\(\) over \(order by id\)/]];

beforeAll(async () => {
  shop = await openShop();
  asked = await recorded(shop, async () => {
    // A feed is imported, keys are added, an order is paid and its keys are allocated on the way.
    const good = await validCalls(shop);
    const operations = operationsOf(openApiDocument(shop.app)).filter(({ id }) => good[id] !== undefined);
    for (const operation of operations) {
      const { status, text } = await send(shop, operation, (await good[operation.id]?.()) ?? {});
      if (status >= 400) throw new Error(`${operation.id}: ${status} ${text}`);
    }
  });
  await grow(shop);
}, 120_000);
afterAll(() => shop.close());

test("no statement of a shopper's call has to read a table that grows from end to end", async () => {
  expect(asked.length).toBeGreaterThan(100);
  expect(await wholeReads(shop, asked, ON_PURPOSE)).toEqual([]);
});

test('a statement without an index would be found', async () => {
  const planted = [
    `select * from shop_order where hold_reason = 'x'`,
    `select count(*) from review`,
    `select id from shop_user order by id`,
    `update letter set state = 'sent' where reason = 'x'`,
    `select product_id from listing_genre where genre = 'VR Games'`,
    `select * from listing where not is_hidden and limit_per_basket = 3`,
    `select id from shop_order where hold_reason = 'x' order by id limit 1`,
  ];
  const found = await wholeReads(
    shop,
    planted.map((text) => ({ text, values: [] })),
  );
  expect(found).toHaveLength(planted.length);
});
