import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type TestShop, testShop } from '../../testing/test-shop.ts';
import { REGISTER } from './domain/register/index.ts';
import { classifiedColumns } from './domain/register/register.ts';

const HOW =
  'Classify it in apps/api/src/modules/privacy/domain/register, in the file of its subject: the kind of data, or `none`. ' +
  'A new table with personal data also names whose, purpose, basis, how long it is kept, and what an erasure does with it. ' +
  'Then: npx nx build api && node dist/api/write-privacy.js';

/** What the register and the columns of a database do not have in common, each with what to do. */
function differences(columns: readonly string[], classified: readonly string[]): string[] {
  const known = new Set(classified);
  const there = new Set(columns);
  return [
    ...columns.filter((column) => !known.has(column)).map((column) => `${column} is not in the register of personal data. ${HOW}`),
    ...classified
      .filter((column) => !there.has(column))
      .map((column) => `${column} is in the register and not in the database: remove it.`),
    ...classified.filter((column, at) => classified.indexOf(column) !== at).map((column) => `${column} is classified twice.`),
  ];
}

export function registerCases(): void {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop();
  });
  afterAll(() => shop.close());

  async function columnsOfDatabase(): Promise<string[]> {
    const { rows } = await shop.database.query<{ name: string }>(`
      select case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`);
    return rows.map(({ name }) => name);
  }

  test('each column of each table, the queues included, is classified once in the register of personal data', async () => {
    expect(differences(await columnsOfDatabase(), classifiedColumns(REGISTER))).toEqual([]);
  });

  test('a column that nobody classified is named, with the place where to do it', async () => {
    await shop.database.query('alter table review add column planted text');
    expect(differences(await columnsOfDatabase(), classifiedColumns(REGISTER))).toEqual([
      expect.stringMatching(/^review\.planted is not in the register.*modules\/privacy\/domain\/register/),
    ]);
    await shop.database.query('alter table review drop column planted');
    const twice = { first: { columns: { none: ['a', 'a'] } } };
    expect(differences(['first.a'], classifiedColumns(twice))).toEqual(['first.a is classified twice.']);
    expect(differences([], ['gone.a'])).toEqual([expect.stringContaining('gone.a is in the register and not in the database')]);
  });
}
