import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { Failure } from '../shared/failure.ts';
import { listPaths, someTitles, typedPaths } from './catalogue-queries.ts';
import { type CatalogueShop, startCatalogueShop } from './catalogue-shop.ts';
import { freshProcessRows } from './fresh-process.ts';
import { growthRows } from './growth.ts';
import { alternately, type Load, load, oneByOne, quantile, textAt } from './load.ts';
import { median, type Row } from './measure.ts';

const PRODUCTS = 100_000;
const ROUNDS = { rounds: 3, seconds: 5 };

/** Reads of the catalogue with 100,000 generated products, against bare Fastify and `pg` on the same tables. */
export async function catalogueRows(): Promise<Row[]> {
  const bench = await startCatalogueShop(PRODUCTS);
  try {
    await fillHome(bench.databaseUrl);
    const rows: Row[] = [];
    for (const measure of [freshProcessRows, listRows, detailRows, homeRows, typeaheadRows]) {
      const measured = await measure(bench);
      for (const { what, measured: figure, ratio } of measured) process.stdout.write(`  ${what}: ${figure} ${ratio}\n`);
      rows.push(...measured);
    }
    return rows;
  } finally {
    await bench.stop();
  }
}

/** BENCH_SIZES names other sizes, smallest first: a million products take a quarter of an hour to make. */
export async function growthAlone(): Promise<Row[]> {
  const sizes = (process.env.BENCH_SIZES ?? `20000,${PRODUCTS},1000000`).split(',').map(Number);
  if (sizes.some((size, index) => !Number.isInteger(size) || size <= (sizes[index - 1] ?? 0)))
    throw new Failure('BENCH_SIZES are whole numbers with commas between them, smallest first.');
  const bench = await startCatalogueShop(sizes[0] ?? 0);
  try {
    return await growthRows(bench, sizes);
  } finally {
    await bench.stop();
  }
}

async function listRows(bench: CatalogueShop): Promise<Row[]> {
  const paths = listPaths(500, 'platform + genre + price');
  await sameAnswers(bench, paths.slice(0, 60));
  const origins = [bench.baseline, bench.shop, bench.bareShop, bench.cachingShop];
  const [baseline, shop, bare, caching] = (await alternately(origins, paths, ROUNDS)) as [Load, Load, Load, Load];
  return [
    againstBaseline('list by platform, genre, price; 500 queries, no answer kept', shop, baseline, 0.7),
    {
      what: 'the same, p99',
      measured: `${shop.p99.toFixed(0)} ms`,
      baseline: `${baseline.p99.toFixed(0)} ms`,
      ratio: `${(shop.p99 / baseline.p99).toFixed(2)} ×`,
      bar: 'under 50 ms',
      isHeld: shop.p99 < 50,
    },
    againstBaseline('the same, matches counted anew each time', bare, baseline),
    againstBaseline("the same with the shop's own caching", caching, baseline, 0.7),
  ];
}

async function detailRows(bench: CatalogueShop): Promise<Row[]> {
  const paths = await detailPaths(bench.databaseUrl);
  await sameAnswers(bench, paths.slice(0, 60));
  await prepareDetails(bench, paths);
  const origins = [bench.baseline, `${bench.baseline}/prepared`, bench.bareShop];
  const [baseline, prepared, shop] = (await alternately(origins, paths, ROUNDS)) as [Load, Load, Load];
  return [
    againstBaseline('detail by id, 500 games', shop, baseline, 0.7),
    againstBaseline('the same; of answers prepared in a column', shop, prepared, 0.6),
  ];
}

/** The answers of these paths, among as many others of their length as there are products. */
async function prepareDetails(bench: CatalogueShop, paths: readonly string[]): Promise<void> {
  const answers: string[] = [];
  for (const path of paths) answers.push(await textAt(bench.bareShop, path));
  const ids = paths.map((path) => Number(path.split('/').at(-1)));
  await onDatabase(bench.databaseUrl, async (client) => {
    await client.query(`drop table if exists bench_detail; create table bench_detail (kinguin_id integer primary key, json text not null)`);
    await client.query(
      `insert into bench_detail select kinguin_id, $1 from product where kinguin_id is not null and kinguin_id <> all($2::integer[])`,
      [answers[0], ids],
    );
    await client.query('insert into bench_detail select * from unnest($1::integer[], $2::text[])', [ids, answers]);
    await client.query('analyze bench_detail');
  });
}

async function homeRows(bench: CatalogueShop): Promise<Row[]> {
  await sameAnswers(bench, ['/home']);
  const [baseline, shop] = (await alternately([bench.baseline, bench.cachingShop], ['/home'], ROUNDS)) as [Load, Load];
  const [notified, missed] = [await worstChange(bench, true), await worstChange(bench, false)];
  const changed = (what: string, worst: number): Row => ({
    what,
    measured: `${worst.toFixed(0)} ms`,
    baseline: '',
    ratio: '',
    bar: 'under 1 s',
    isHeld: worst < 1000,
  });
  return [
    againstBaseline('home, 70 cards', shop, baseline, 3),
    changed('a change of home shows, worst of 10 under load', notified),
    changed('the same, its notification lost', missed),
  ];
}

async function typeaheadRows(bench: CatalogueShop): Promise<Row[]> {
  // Warmed up with other names than those that are measured.
  const titles = await someTitles(bench.databaseUrl, 60);
  await oneByOne(bench.shop, typedPaths(titles.slice(50)));
  const paths = typedPaths(titles.slice(0, 50));
  const times = await oneByOne(bench.shop, paths);
  const p95 = quantile(times, 0.95);
  return [
    {
      what: `typeahead of 3 at one connection, ${paths.length} letters typed, p95 (median ${median(times).toFixed(1)} ms)`,
      measured: `${p95.toFixed(1)} ms`,
      baseline: '',
      ratio: '',
      bar: 'under 15 ms',
      isHeld: p95 < 15,
    },
  ];
}

function againstBaseline(what: string, shop: Load, baseline: Load, bar = 0): Row {
  const ratio = shop.perSecond / baseline.perSecond;
  return {
    what,
    measured: `${shop.perSecond.toFixed(0)} a second`,
    baseline: `${baseline.perSecond.toFixed(0)} a second`,
    ratio: `${ratio.toFixed(2)} ×`,
    bar: bar === 0 ? '' : `at least ${bar} ×`,
    isHeld: ratio >= bar,
  };
}

const read = (text = 'null'): unknown => JSON.parse(text);

/** A baseline that answers something else measures nothing. Blanks in JSON are all that may differ. */
async function sameAnswers(bench: CatalogueShop, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const [baseline, ...shops] = await Promise.all(
      [bench.baseline, bench.bareShop, bench.shop, bench.cachingShop].map((origin) => textAt(origin, path)),
    );
    if (!isDeepStrictEqual(read(baseline), read(shops[0])) || new Set(shops).size > 1)
      throw new Failure(`Shop and baseline differ at ${path}:\n${shops[0]?.slice(0, 300)}\n${baseline?.slice(0, 300)}`);
  }
}

async function detailPaths(databaseUrl: string): Promise<string[]> {
  const ids = await onDatabase(databaseUrl, (client) =>
    client.query<{ id: number }>('select kinguin_id as id from product where kinguin_id is not null order by md5(id) limit 500'),
  );
  return ids.rows.map(({ id }) => `/products/kinguinId/${id}`);
}

/** Five sections of fourteen cards, the first of them the hero. */
export async function fillHome(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, (client) =>
    client.query(`delete from home_section;
      insert into home_section (id, position, section_name, is_featured, changed_by, updated_at)
        select 'section' || n, n, 'Section ' || n, n = 1, 'bench', now() from generate_series(1, 5) n;
      insert into home_section_product (section_id, position, product_id)
        select 'section' || 1 + (place - 1) / 14, place, product_id from (select product_id, row_number() over (order by popularity desc, product_id) as place
          from listing where type = 'game' and not is_hidden order by place limit 70) best`),
  );
}

/** Milliseconds from the commit of a new section name, written as ops write it, to the first answer that shows it. */
async function worstChange({ databaseUrl, cachingShop }: CatalogueShop, isTold: boolean): Promise<number> {
  const times: number[] = [];
  const stress = load(cachingShop, ['/home'], { connections: 8, seconds: 14 });
  await onDatabase(databaseUrl, async (client) => {
    for (let index = 0; index < 10; index += 1) {
      const name = `Changed ${index} ${isTold}`;
      await client.query(
        `begin; update home_section set section_name = '${name}' where position = 3; ${isTold ? `notify catalogue_changed;` : ''} commit`,
      );
      const start = performance.now();
      while (!(await textAt(cachingShop, '/home')).includes(name)) await setTimeout(5);
      times.push(performance.now() - start);
      await setTimeout(100);
    }
  });
  await stress;
  return Math.max(...times);
}

async function onDatabase<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
