import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openApiDocument } from '../../platform/http/openapi/openapi.ts';
import { type Operation, operationsOf } from '../bad-input/schema.ts';
import { validWrites } from '../ops/valid-writes.ts';
import { callOps, opsKey, sendForm } from '../ops/staff.ts';
import { addProducts } from '../products.ts';
import { salesShop } from '../sales-shop.ts';
import type { TestShop } from '../test-shop.ts';
import { grow } from './long-history.ts';
import { type OnPurpose, recorded, wholeReads } from './statement-plans.ts';

let shop: TestShop;
let owner: string;
let operations: Operation[];

beforeAll(async () => {
  shop = await salesShop();
  await addProducts(shop, [{ kinguinId: 1, keys: 40 }]);
  // The report of suppliers reads nothing before the first one.
  await shop.database.query(
    `insert into purchase (id, supplier, order_id, product_id, supplier_product_id, offer_id, quantity, price_minor, charged_minor, state,
        created_at, due_at, closed_at)
      values ('first', 'kinguin', 'o', 'p', 's', 'f', 1, 400, 500, 'complete', $1, $1, $1)`,
    [new Date(shop.clock.now().getTime() - 40 * 86_400_000)],
  );
  owner = (await opsKey(shop, 'owner')).text;
  operations = operationsOf(openApiDocument(shop.app, 'ops'));
});
afterAll(() => shop.close());

const value = async (statement: string) => String((await shop.database.query<{ value: string }>(statement)).rows[0]?.value);

/** One value of each filter; of an enum all are asked for, and of a switch both. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  page: ['2'],
  limit: ['5'],
  by: ['owner 1'],
  action: ['orders'],
  subjectType: ['order'],
  subjectId: ['order-1'],
  from: ['2026-01-01T00:00:00Z'],
  to: ['2036-01-01T00:00:00Z'],
  product: ['1', '1949'],
  number: ['KT-ABCD-EFGH'],
  email: ['ada@example.com'],
  name: ['yer 1949', 'Bo'],
  payment: ['pi_1'],
  fingerprint: ['ab'.repeat(32)],
  type: ['checkout.session.completed'],
  outcome: ['payment of no order'],
  order: ['KT-ABCD-EFGH'],
  q: ['game 1', '1'],
  rating: ['1', '5'],
  value: ['ada@example.com', 'ada'],
  uploadId: ['01hzx3v9k2m4n6p8q0r2s4t6w8'],
  // There another product than this one is not known yet.
  'listFeedPictures product': ['1'],
  // Less than three characters are refused there.
  'listCustomers q': ['u4711@exa', 'ada'],
};

/** The call without a filter, and once for each value of each. */
function questions({ id, query }: Operation): string[] {
  const each = query.flatMap(({ path: [name = ''], schema }) => {
    const values =
      FILTERS[`${id} ${name}`] ?? FILTERS[name] ?? (schema.enum ?? (schema.type === 'boolean' ? [true, false] : [])).map(String);
    if (values.length === 0) throw new Error(`The filter ${name} has no value here.`);
    return values.map((one) => `?${new URLSearchParams({ [name]: one }).toString()}`);
  });
  return ['', ...each];
}

async function answered(operation: Operation, url: string, sent: () => ReturnType<typeof callOps>): Promise<void> {
  const { statusCode, body } = await sent();
  if (statusCode >= 300) throw new Error(`${operation.id} ${url}: ${statusCode} ${body}`);
}

async function write(operation: Operation): Promise<void> {
  const good = await validWrites[operation.id]?.(shop);
  if (good === undefined) throw new Error(`${operation.id} has no good call in good-writes.ts.`);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(good.path?.[name] ?? 'nothing'));
  const url = good.query === undefined ? path : `${path}?${new URLSearchParams(good.query).toString()}`;
  const { method } = operation;
  await answered(operation, url, () =>
    good.form === undefined ? callOps(shop, owner, method, url, good.body) : sendForm(shop, owner, method, url, good.form),
  );
}

/** What the writes have left behind. */
async function pathOf({ id, path }: Operation): Promise<string> {
  const known: Record<string, string> = {
    order: await value('select id as value from shop_order where paid_at is not null order by id limit 1'),
    event: await value('select id as value from payment_event limit 1'),
    dispute: await value('select id as value from payment_dispute limit 1'),
    customer: await value('select id as value from shop_user where closed_at is null order by id limit 1'),
    product: '1',
    file: 'receipt',
    queue: 'payments',
    name: 'kinguin',
    id: await value(
      { getImport: `select id as value from catalog_job where kind = 'import' limit 1`, opsGetPost: 'select id as value from blog_post' }[
        id
      ] ?? 'select id as value from contact_message where file_name is not null',
    ),
  };
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(known[name] ?? 'nothing'));
}

const ON_PURPOSE: OnPurpose = [
  ['every key is counted when somebody looks how far a rotation is', /from stock_key group by key_version/],
  ['which products ever had keys, and the limit of each', /select product_id, threshold is not null as own/],
];

test('no statement of an ops call has to read a table that grows from end to end, whatever it filters by', async () => {
  const asked = await recorded(shop, async () => {
    for (const operation of operations.filter(({ method }) => method !== 'GET')) await write(operation);
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const path = await pathOf(operation);
      for (const question of questions(operation))
        await answered(operation, `${path}${question}`, () => callOps(shop, owner, 'GET', `${path}${question}`));
    }
  });
  await grow(shop);
  expect(asked.length).toBeGreaterThan(300);
  expect(await wholeReads(shop, asked, ON_PURPOSE)).toEqual([]);
}, 120_000);
