import { jest } from '@jest/globals';
import pg from 'pg';
import { READ_SETTINGS } from '../../platform/database/read-database.ts';
import type { TestShop } from '../test-shop.ts';
import { ROWS } from './long-history.ts';

export interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Plan Rows': number;
  /** Of a statement that was run. */
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Every statement that the shop makes during these calls, with its values: a partial index helps some of them only. Of each text the
 * first hundred values are kept.
 */
export async function recorded(shop: TestShop, calls: () => Promise<void>): Promise<Asked[]> {
  const asked = new Map<string, Map<string, Asked>>();
  const ask = pg.Client.prototype.query as (...words: unknown[]) => unknown;
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...words: unknown[]) {
    const [first, second] = words;
    const { text, values } = (typeof first === 'string' ? { text: first, values: second } : first) as { text?: string; values?: unknown };
    const isOurs = this === shop.database;
    // The queues' tables are not the shop's.
    if (!isOurs && text !== undefined && /^\s*(select|with|insert|update|delete)\b/i.test(text) && !text.includes('bullmq')) {
      const one = { text, values: Array.isArray(values) ? values : [] };
      const same = asked.get(text) ?? new Map<string, Asked>();
      if (same.size < 100) asked.set(text, same.set(JSON.stringify(one.values), one));
    }
    return ask.apply(this, words) as undefined;
  });
  try {
    await calls();
  } finally {
    spy.mockRestore();
  }
  return [...asked.values()].flatMap((same) => [...same.values()]);
}

/** How PostgreSQL answers a statement, as text: it is run. */
export async function planText(shop: TestShop, { text, values }: Asked): Promise<string> {
  const { rows } = await shop.database.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, [...values]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** Rows of tables with such a name that a statement looks at, whether they match or not: it is run. */
export async function rowsRead(shop: TestShop, asked: Asked, ofTable: RegExp): Promise<number> {
  return lookedAt(await planOf(shop, asked, 'analyze, format json'), ofTable);
}

function lookedAt(node: PlanNode, ofTable: RegExp): number {
  const inner = (node.Plans ?? []).reduce((sum, one) => sum + lookedAt(one, ofTable), 0);
  if (!ofTable.test(node['Relation Name'] ?? '')) return inner;
  const { 'Actual Rows': passed = 0, 'Actual Loops': loops = 0, 'Rows Removed by Filter': filtered = 0 } = node;
  return inner + (passed + filtered + (node['Rows Removed by Index Recheck'] ?? 0)) * loops;
}

/** Statements that may read a whole table, with the reason. */
export type OnPurpose = readonly (readonly [reason: string, statement: RegExp])[];

/**
 * Statements that read a table from end to end, or a whole index of one, with what they read; asked once the shop has `grow`n. Some
 * rows of an order are no such read where only some are wanted and one in ten will do; nor is what holds few rows, whatever happens.
 * @throws where a statement that is `allowed` reads no whole table any more
 */
export async function wholeReads(shop: TestShop, statements: readonly Asked[], allowed: OnPurpose = []): Promise<string[]> {
  for (const [name, value] of Object.entries(READ_SETTINGS)) await shop.database.query(`set ${name} = ${value}`);
  const tables = await tablesOf(shop);
  const found = new Map<string, string>();
  for (const one of statements) {
    const reads = readsOf(await planOf(shop, one), tables);
    const statement = one.text.replaceAll(/\s+/g, ' ').trim();
    if (reads.length > 0)
      found.set(`${reads.join(', ')}: ${one.text}`, `${reads.join(', ')}: ${statement} ← ${JSON.stringify(one.values)}`);
  }
  const all = [...found.values()];
  const idle = allowed.filter(([, statement]) => !all.some((one) => statement.test(one)));
  if (idle.length > 0) throw new Error(`Allowed, and not found: ${idle.map(([reason]) => reason).join('; ')}`);
  return all.filter((one) => !allowed.some(([, statement]) => statement.test(one)));
}

/** Rows of each table and index by its name, and by what an index is sorted first. */
type Tables = ReadonlyMap<string, { readonly rows: number; readonly first: string | null }>;

async function tablesOf(shop: TestShop): Promise<Tables> {
  const { rows } = await shop.database.query<{ name: string; rows: number; first: string | null }>(
    `select relname as name, reltuples as rows, case when amname = 'btree' then pg_get_indexdef(pg_class.oid, 1, true) end as first
      from pg_class left join pg_am on pg_am.oid = relam where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, ...table }) => [name, table]));
}

function readsOf(node: PlanNode, tables: Tables, isLimited = false): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', 'Plan Rows': rows, Plans: parts = [] } = node;
  const read = tables.get(index || table) ?? { rows: 0, first: null };
  const condition = node['Index Cond'] ?? '';
  // A condition on a later column alone is looked for under each value of the first.
  const isByIndex = condition !== '' && (read.first === null || condition.includes(read.first));
  const isScan = type === 'Seq Scan' || (/^(Index|Index Only|Bitmap Index) Scan$/.test(type) && !isByIndex);
  const isEnoughSoon = isLimited && rows >= read.rows / 10;
  const own = isScan && read.rows >= ROWS / 10 && !isEnoughSoon ? [`${type} of ${index || table}`] : [];
  const passes =
    type === 'Limit' ||
    (isLimited && /^(LockRows|Merge Append|Merge Join|Nested Loop|Subquery Scan|Result|Incremental Sort|Unique)$/.test(type));
  // Of a nested loop only the outer side is read in order.
  return [...own, ...parts.flatMap((part, place) => readsOf(part, tables, passes && (type !== 'Nested Loop' || place === 0)))];
}

async function planOf(shop: TestShop, { text, values }: Asked, how = 'format json'): Promise<PlanNode> {
  const { rows } = await shop.database.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(`explain (${how}) ${text}`, [...values]);
  const [row] = rows;
  if (row === undefined) throw new Error(`No plan: ${text}`);
  return row['QUERY PLAN'][0].Plan;
}
