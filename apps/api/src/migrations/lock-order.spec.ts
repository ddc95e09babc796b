import { expect, test } from '@jest/globals';
import { migrations } from './index.ts';
import { isTransactional, statementsOf } from './statements-of.ts';

/** Locks that keep writers out and readers not: of an index, a trigger, or a foreign key to the table. */
const againstWriters = [
  /^create (?:unique )?index (?:if not exists )?\w+ on (?:only )?(\w+)/g,
  /^create (?:constraint )?trigger \w+ .*? on (\w+)/g,
  /\breferences (\w+)/g,
];
/** Locks that keep readers out, too; settings of a table need none. */
const againstAll = [/^alter table (?:if exists )?(?:only )?(\w+) (?!set \()/g, /^drop trigger (?:if exists )?\w+ on (\w+)/g];

const tablesIn = (sql: string, patterns: readonly RegExp[]) =>
  patterns.flatMap((pattern) => [...sql.matchAll(pattern)].flatMap(([, table]) => table ?? []));

/**
 * Statements that ask for a stronger lock than their transaction has on the table. A sale that has read it meanwhile, and is to write into it,
 * waits for the first lock and keeps the second one waiting: PostgreSQL ends one of them.
 */
function strongerLocks(statements: readonly string[]): string[] {
  // Nobody else has these locked: the migration created them, or has their strongest lock.
  const own = new Set(statements.flatMap((sql) => /^create table (?:if not exists )?(\w+)/.exec(sql)?.[1] ?? []));
  const locked = new Set<string>();
  return statements.flatMap((sql) => {
    const locksAll = tablesIn(sql, againstAll);
    const stronger = locksAll.filter((table) => locked.has(table) && !own.has(table));
    for (const table of locksAll) own.add(table);
    for (const table of tablesIn(sql, againstWriters)) locked.add(table);
    return stronger.length > 0 ? [sql] : [];
  });
}

test('no transaction of a migration keeps writers out of a table first, and readers later', () => {
  expect(migrations.filter(isTransactional).flatMap((migration) => strongerLocks(statementsOf(migration)))).toEqual([]);
});

test.each([
  ['create table mood (review_id text references review (id))', 'alter table review add column mood text'],
  ['create index review_by_name on review (name)', 'alter table review add column mood text'],
  ['create trigger kept after insert on review for each row execute function keep()', 'drop trigger seen on review'],
])('after %j its transaction asks for more with %j', (first, second) => {
  expect([strongerLocks([first, second]), strongerLocks([second, first])]).toEqual([[second], []]);
});

test('what a migration creates itself nobody else has locked', () => {
  expect(
    strongerLocks(['create table mood (id text)', 'create index mood_by_id on mood (id)', 'alter table mood add column name text']),
  ).toEqual([]);
});
