import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { RefreshDuePrices } from '../modules/catalog/index.ts';
import { AskAgain, Reconcile, ReconcileDisputes } from '../modules/checkout/index.ts';
import { ReleaseLapsed } from '../modules/stock/index.ts';
import { openApiDocument } from '../platform/http/openapi.ts';
import { SendLetter } from '../platform/mail/send-letter.ts';
import { SendOverdueLetters } from '../platform/mail/send-overdue-letters.ts';
import { PurgeOutbox } from '../platform/outbox/purge-outbox.ts';
import { goodCalls, openShop } from './bad-input/good-calls.ts';
import { operationsOf } from './bad-input/schema.ts';
import { send } from './bad-input/sending.ts';
import type { TestShop } from './test-shop.ts';

/** Tables that ops write by hand and that are read whole. */
const SMALL: ReadonlySet<string> = new Set([
  'blocked_country',
  'blocked_network',
  'blog_post',
  'clock',
  'home_section',
  'home_section_product',
  'info_page',
  'pricing_rules',
  'seed_step',
]);

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

const asked = new Map<string, Asked>();
let shop: TestShop;

/** Every statement of these calls by its text, with the values that it was last asked with. */
async function recorded(calls: () => Promise<void>): Promise<void> {
  const ask = pg.Client.prototype.query as (...words: unknown[]) => unknown;
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...words: unknown[]) {
    const [first, second] = words;
    const { text, values } = (typeof first === 'string' ? { text: first, values: second } : first) as { text?: string; values?: unknown };
    const isOurs = this === shop.database;
    if (!isOurs && text !== undefined && /^\s*(select|with|insert|update|delete)\b/i.test(text))
      asked.set(text, { text, values: Array.isArray(values) ? values : [] });
    return ask.apply(this, words) as undefined;
  });
  try {
    await calls();
  } finally {
    spy.mockRestore();
  }
}

beforeAll(async () => {
  shop = await openShop();
  await recorded(async () => {
    // A feed is imported, keys are added, an order is paid and its keys are allocated on the way.
    const good = await goodCalls(shop);
    const operations = operationsOf(openApiDocument(shop.app)).filter(({ id }) => good[id] !== undefined);
    for (const operation of operations) {
      const { status, text } = await send(shop, operation, (await good[operation.id]?.()) ?? {});
      if (status >= 400) throw new Error(`${operation.id}: ${status} ${text}`);
    }
    const { rows } = await shop.database.query<{ id: string }>(`select id from letter where state = 'waiting'`);
    for (const { id } of rows) await shop.get(SendLetter).run(id);
    for (const job of [RefreshDuePrices, Reconcile, ReconcileDisputes, AskAgain, ReleaseLapsed, SendOverdueLetters, PurgeOutbox])
      await shop.get<{ run(): Promise<unknown> }>(job).run();
  });
}, 60_000);
afterAll(() => shop.close());

/** Indexes of a few rows that wait for something, and the one of addresses that a sitemap is made of, once an hour: read whole. */
const SHORT_INDEXES: ReadonlySet<string> = new Set([
  'letter_open',
  'listing_next_price',
  'order_refund_failed',
  'order_refund_under_way',
  'outbox_relayed',
  'outbox_waiting',
  'payment_event_waiting',
  'product_in_sitemap',
  'shop_order_open_by_end',
  'shop_order_refund_due',
  'shop_order_to_reconcile',
  'shop_order_unpaid_recently',
  'stock_key_lapsing',
  'stock_key_reserved',
]);

/** Reads of a whole table: a scan of it, or of a whole index, unless the first rows of an order are all that is wanted. */
function wholeReads(node: PlanNode, isLimited = false): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', Plans: parts = [] } = node;
  const isInOrder = isLimited && node.Filter === undefined;
  const isIndexWhole = /^(Index|Index Only|Bitmap Index) Scan$/.test(type) && node['Index Cond'] === undefined && !isInOrder;
  const isWhole = type === 'Seq Scan' || (isIndexWhole && !SHORT_INDEXES.has(index));
  const own = isWhole && !SMALL.has(table) ? [`${type} on ${table || index}`] : [];
  const passes =
    type === 'Limit' || (isLimited && /^(LockRows|Merge Append|Nested Loop|Subquery Scan|Result|Incremental Sort|Unique)$/.test(type));
  // Of a nested loop only the outer side is read in order.
  return [...own, ...parts.flatMap((part, place) => wholeReads(part, passes && (type !== 'Nested Loop' || place === 0)))];
}

const MANY_ROWS = `select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', 1, 'reltuples', 1000000::real)
  from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`;

/**
 * What is left to be read whole where scans of tables are forbidden: first as few rows as there are, then as if every page held a
 * million. Without statistics the planner errs one way or the other; a statement that no index helps is found both times.
 */
async function neverByIndex(statements: readonly Asked[]): Promise<string[]> {
  const found = [];
  await shop.database.query('begin; set local enable_seqscan = off');
  for (const one of statements) found.push({ ...one, few: wholeReads(await planOf(one)), many: [] as string[] });
  await shop.database.query(MANY_ROWS);
  for (const one of found) one.many = wholeReads(await planOf(one));
  await shop.database.query('rollback');
  return found
    .filter(({ few, many }) => few.length > 0 && many.length > 0)
    .map(({ few, text }) => `${few.join(', ')}: ${text.slice(0, 300)}`);
}

async function planOf({ text, values }: Asked): Promise<PlanNode> {
  const { rows } = await shop.database.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(`explain (format json) ${text}`, [...values]);
  const [row] = rows;
  if (row === undefined) throw new Error(`No plan: ${text}`);
  return row['QUERY PLAN'][0].Plan;
}

test("no statement of a shopper's call, or of the upkeep of prices, payments, reservations, letters and the outbox, has to read a table that grows from end to end", async () => {
  expect(asked.size).toBeGreaterThan(100);
  expect(await neverByIndex([...asked.values()])).toEqual([]);
});

test('a statement without an index would be found', async () => {
  const planted = [
    `select * from shop_order where hold_reason = 'x'`,
    `select count(*) from review`,
    `select id from shop_user order by id`,
    `update letter set state = 'sent' where state = 'refused'`,
    `select * from listing where not is_hidden and limit_per_basket = 3`,
    `select id from shop_order where hold_reason = 'x' order by id limit 1`,
  ];
  expect(await neverByIndex(planted.map((text) => ({ text, values: [] })))).toHaveLength(planted.length);
});
