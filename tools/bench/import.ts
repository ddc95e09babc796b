import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import pg from 'pg';
import { startThrowAwayPostgres } from '../database/throw-away.ts';
import { pinnedNode, root } from '../shared/paths.ts';
import { readSettings } from '../shop/settings.ts';
import { runApiCommand } from '../shop/shop-processes.ts';
import { feedLines } from './feed.ts';
import { milliseconds, residentMiB, type Row } from './measure.ts';

const BATCH = 500;

/** Imports a feed into an empty shop. BENCH_FEED names a file of the person's own, BENCH_FEED_LINES another length of the generated one.
 * Baselines: reading the same file, parsing each line and storing it as jsonb; and COPY of the rows that the import made. */
export async function importRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-bench-'));
  const postgres = await startThrowAwayPostgres();
  try {
    const lines = process.env.BENCH_FEED_LINES === undefined ? undefined : Number(process.env.BENCH_FEED_LINES);
    const feed = process.env.BENCH_FEED ?? join(folder, 'feed.jsonl');
    if (process.env.BENCH_FEED === undefined) writeFileSync(feed, [...feedLines(lines)].map((line) => `${line}\n`).join(''));
    const settings = readSettings({ PATH: process.env.PATH, DATABASE_URL: postgres.url }, folder);
    await runApiCommand(settings, 'migrate');
    const baseline = await milliseconds(() => storeRaw(feed, postgres.url));
    const { took, peak, summary } = await runImport(feed, settings.environment);
    const copied = await copyAgain(postgres);
    const size = `${(statSync(feed).size / 1e6).toFixed(1)} MB`;
    return [
      {
        what: `import, ${summary} (${size})`,
        measured: `${(took / 1000).toFixed(1)} s`,
        baseline: `${(baseline / 1000).toFixed(1)} s`,
        ratio: `${(took / baseline).toFixed(1)} ×`,
        bar: 'under 20 s',
        isHeld: took < 20_000,
      },
      {
        what: 'import, products a second; of COPY of its rows into the same tables',
        measured: `${(copied.products / (took / 1000)).toFixed(0)} a second`,
        baseline: `${(copied.products / (copied.took / 1000)).toFixed(0)} a second`,
        ratio: `${(copied.took / took).toFixed(2)} ×`,
        bar: 'at least 0.3 ×',
        isHeld: copied.took / took >= 0.3,
      },
      {
        what: 'import, peak memory',
        measured: peak === null ? 'not reported here' : `${peak.toFixed(0)} MiB`,
        baseline: '',
        ratio: '',
        bar: 'under 300 MB',
        isHeld: peak === null || peak * 1.048576 < 300,
      },
    ];
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runImport(
  feed: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ took: number; peak: number | null; summary: string }> {
  let peak: number | null = null;
  let summary = '';
  const took = await milliseconds(async () => {
    const child = execa(pinnedNode, [join(root, 'dist', 'api', 'commands', 'catalog-import.js'), feed], {
      env,
      extendEnv: false,
      stdin: 'ignore',
      stderr: 'inherit',
      reject: false,
    });
    const watch = setInterval(() => (peak = Math.max(peak ?? 0, residentMiB(child.pid ?? 0, 'peak') ?? 0) || peak), 50);
    const { failed, shortMessage, stdout } = await child;
    clearInterval(watch);
    if (failed) throw new Error(`${shortMessage}\n${stdout.slice(-2000)}`);
    summary = stdout.trim().split('\n').at(-1) ?? '';
  });
  return { took, peak, summary };
}

/** The tables that an import fills, in an order that their references allow. */
const TABLES = ['product', 'price', 'listing', 'listing_genre', 'search_word'];

/** COPY of all that the import stored, into tables with the same columns and indexes. Milliseconds. */
async function copyAgain({ url, data }: { url: string; data: string }): Promise<{ took: number; products: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const file = (table: string) => `'${join(data, `bench_${table}`)}'`;
  for (const table of TABLES) {
    await client.query(`copy (select * from ${table}) to ${file(table)}`);
    await client.query(`create table bench_${table} (like ${table} including all)`);
  }
  const took = await milliseconds(async () => {
    for (const table of TABLES) await client.query(`copy bench_${table} from ${file(table)}`);
  });
  const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from product');
  await client.end();
  return { took, products: rows[0]?.count ?? 0 };
}

async function storeRaw(feed: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table bench_raw (id integer, line jsonb)');
  let batch: { id: number; line: string }[] = [];
  const store = async () => {
    await client.query('insert into bench_raw select * from unnest($1::integer[], $2::jsonb[])', [
      batch.map(({ id }) => id),
      batch.map(({ line }) => line),
    ]);
    batch = [];
  };
  for await (const line of createInterface({ input: createReadStream(feed), crlfDelay: Infinity })) {
    const id = (JSON.parse(line) as { kinguinId: number }).kinguinId;
    if (batch.push({ id, line }) === BATCH) await store();
  }
  if (batch.length > 0) await store();
  await client.query('drop table bench_raw');
  await client.end();
}
