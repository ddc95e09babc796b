import { expect, test } from '@jest/globals';
import { Migration } from '@mikro-orm/migrations';
import { migrations } from './index.ts';
import { statementsOf } from './statements-of.ts';

type MadeMigration = (typeof migrations)[number];

/** Reads or writes the whole table. */
const long = /^(?:create (?:unique )?index (?:if not exists )?\w+ on|update|delete from) (?:only )?(\w+)/;
/** Keeps a lock that others wait for until its transaction ends. */
const locks =
  /^(?:alter table (?:if exists )?|create (?:constraint )?trigger \w+ .*? on |drop trigger (?:if exists )?\w+ on )(?:only )?(\w+)|^drop index\b/;
/** Builds an index while nobody reads the table. */
const indexed = /\badd column [^,]*\b(unique|primary key)\b/;

/** Those that ran in shops before locks were looked at are not changed any more. */
const LOOKED_AT_FROM = 20_261_220;
const dateOf = ({ name }: MadeMigration) => Number(/\d{8}$/.exec(name)?.[0]);

/** Statements of a transaction that take long on a table with rows, and what they keep waiting. */
function longWaits(Made: MadeMigration): string[] {
  const statements = statementsOf(Made);
  const own = new Set(statements.flatMap((sql) => /^create table (?:if not exists )?(\w+)/.exec(sql)?.[1] ?? []));
  const isOf = (pattern: RegExp) => (sql: string) => {
    const match = pattern.exec(sql);
    return match !== null && !own.has(match[1] ?? '');
  };
  const indexing = statements.filter((sql) => indexed.test(sql));
  if (!new Made(undefined as never, undefined as never).isTransactional()) return indexing;
  const slow = statements.filter(isOf(long));
  return slow.length + statements.filter(isOf(locks)).length > 1 ? [...indexing, ...slow] : indexing;
}

function migrationOf(isTransactional: boolean, ...statements: readonly string[]): MadeMigration {
  return class extends Migration {
    override isTransactional = () => isTransactional;

    override up(): void {
      for (const sql of statements) this.addSql(sql);
    }
  };
}

test('no migration builds an index or changes rows while it keeps other locks', () => {
  const lookedAt = migrations.filter((made) => dateOf(made) >= LOOKED_AT_FROM);
  expect(lookedAt.length).toBeGreaterThan(0);
  expect(lookedAt.flatMap((made) => longWaits(made).map((sql) => `${made.name}: ${sql}`))).toEqual([]);
});

const column = 'alter table review add column mood text';
const index = 'create index review_by_mood on review (mood)';

test.each([
  ['an index behind a column', [column, index]],
  ['an index of another table behind a column', [column, 'create index if not exists price_of on price (cents)']],
  ['rows behind a column', [column, `update review set mood = 'good'`]],
  [
    'rows before a trigger',
    ['delete from review', 'create trigger kept before delete on review for each statement execute function keep()'],
  ],
  ['an index before one that is dropped', [index, 'drop index review_by_name']],
  ['an index behind another', ['create unique index one_name on review (name)', index]],
])('%s is found in one transaction alone', (_what, statements) => {
  expect(longWaits(migrationOf(true, ...statements))).not.toEqual([]);
  expect(longWaits(migrationOf(false, ...statements))).toEqual([]);
});

test('an index that comes with a column is found', () => {
  expect(longWaits(migrationOf(false, 'alter table review add column mood text unique'))).toHaveLength(1);
});

test('an index alone, a column alone and whatever is done to a table of its own are let through', () => {
  const own = ['create table mood (id text)', 'alter table mood add column name text', 'create index mood_of on mood (name)'];
  for (const statements of [[index], [column], [column, ...own]]) expect(longWaits(migrationOf(true, ...statements))).toEqual([]);
});
