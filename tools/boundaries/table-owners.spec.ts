import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../shared/paths.ts';
import { foreignTableUses, tablesMade, tableUses, unwrittenTables } from './table-owners.ts';

test('a table is read and written by one module, or one folder of platform', () => {
  const uses = tableUses(root, 'apps/api/src');
  expect(new Set(uses.filter(({ writes }) => writes).map(({ table }) => table)).size).toBeGreaterThan(40);
  expect(foreignTableUses(uses)).toEqual([]);
  const made = tablesMade(root, 'apps/api/src/migrations');
  expect(made.size).toBeGreaterThan(40);
  expect(unwrittenTables(uses, made)).toEqual([]);
});

const OWN = {
  'modules/stock/adapters/sql-keys.ts': 'const db = 1; sql`insert into stock_key (id) values (${1})`;',
  'modules/orders/adapters/orders.ts': `export const mapping = { class: Order, tableName: 'shop_order' };`,
  'platform/mail/sending/rows.ts': `run("update letter set state = 'sent' where id = $1");`,
  'modules/users/adapters/names.ts': `db.updateTable('shop_user').set(name);`,
};

/** What `find` says of these files below `src`. */
function inFiles<T>(files: Readonly<Record<string, string>>, find: (planted: string) => T): T {
  const planted = mkdtempSync(join(tmpdir(), 'keyturn-tables-'));
  try {
    for (const [file, text] of Object.entries({ ...OWN, ...files })) {
      mkdirSync(dirname(join(planted, 'api/src', file)), { recursive: true });
      writeFileSync(join(planted, 'api/src', file), text);
    }
    return find(planted);
  } finally {
    rmSync(planted, { recursive: true });
  }
}

const foundIn = (files: Readonly<Record<string, string>>) => inFiles(files, (planted) => foreignTableUses(tableUses(planted, 'api/src')));

test.each([
  ['a join', 'sql`select 1 from listed join stock_key on true`', 'reads stock_key of modules/stock'],
  ['a text that is no tagged one', `run('select count(*) from shop_order where id = $1')`, 'reads shop_order of modules/orders'],
  ['a second table of a list', 'sql`select 1 from (select 1, 2) as a, lateral b, shop_order o`', 'reads shop_order of modules/orders'],
  ['a list that is put behind a from', 'list({ from: sql`letter left join mine on true` })', 'reads letter of platform/mail'],
  ['a bare name that is put behind a from', 'list({ from: sql`letter` })', 'reads letter of platform/mail'],
  ['a text inside another one', 'sql`select ${sql`(select name from shop_user where id = ${1})`}`', 'reads shop_user of modules/users'],
  ['what a deletion goes by', 'sql`delete from ${sql.ref(mine)} using stock_key where true`', 'reads stock_key of modules/stock'],
  ['a lock', `run('lock table shop_order in share mode')`, 'reads shop_order of modules/orders'],
  ['keywords in upper case', 'sql`SELECT 1 FROM mine LEFT JOIN stock_key ON TRUE`', 'reads stock_key of modules/stock'],
  ['a deletion in upper case', `run('DELETE FROM letter')`, 'writes letter of modules/reviews and platform/mail'],
  ['a query builder', `db.selectFrom('shop_user as u').selectAll()`, 'reads shop_user of modules/users'],
  ['a table that two write', 'sql`delete from letter where id = ${1}`', 'writes letter of modules/reviews and platform/mail'],
  ['a second mapping', `const again = { tableName: 'shop_order' };`, 'writes shop_order of modules/orders and modules/reviews'],
])('foreign SQL is reported by file, table and owner: %s', (_name, text, finding) => {
  const file = 'modules/reviews/adapters/sql-reviews.ts';
  expect(foundIn({ [file]: text })).toContain(`api/src/${file} ${finding}`);
});

test('prose, imports, tests, migrations and columns that are called like a table are no foreign SQL', () => {
  const foreign = 'sql`select 1 from stock_key`;';
  expect(
    foundIn({
      'modules/stock/adapters/more.ts': foreign,
      'modules/reviews/adapters/prose.ts': `import letter from 'letter';\nconst sentence = 'Reads the state from letter and shop_order.';`,
      'modules/reviews/adapters/columns.ts': 'sql`select letter, shop_order from mine where stock_key.id is distinct from letter.id`',
      'modules/reviews/adapters/reviews.spec.ts': foreign,
      'modules/reviews/testing/fill.ts': foreign,
      'migrations/stock.ts': foreign,
    }),
  ).toEqual([]);
});

test('a table that is read and written nowhere is reported, unless it is listed with a reason that is still one', () => {
  const files = {
    'migrations/first.ts':
      "this.addSql('create table if not exists rate (id text)'); sql`alter table rate rename to tariff`; sql`CREATE TABLE stock_key ()`;",
    'migrations/first.spec.ts': "'create table mine (id text)'",
    'modules/reviews/adapters/reads.ts': 'sql`select 1 from tariff join stock_key on true join mine on true`',
  };
  inFiles(files, (planted) => {
    const uses = tableUses(planted, 'api/src');
    const made = tablesMade(planted, 'api/src/migrations');
    expect([...made]).toEqual(['rate', 'tariff', 'stock_key']);
    expect(unwrittenTables(uses, made, new Map())).toEqual([
      'api/src/modules/reviews/adapters/reads.ts reads tariff, which nothing writes',
    ]);
    expect(unwrittenTables(uses, made, new Map([['tariff', 'an import at night']]))).toEqual([]);
    expect(
      unwrittenTables(
        uses,
        made,
        new Map([
          ['stock_key', ''],
          ['tariff', ''],
        ]),
      ),
    ).toEqual(['stock_key is listed as written elsewhere without need']);
  });
});
