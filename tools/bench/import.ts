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

/** Imports a feed into an empty shop. BENCH_FEED names a file of the person's own. Floor: reading the same file, parsing each line, and storing it as jsonb. */
export async function importRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-bench-'));
  const postgres = await startThrowAwayPostgres();
  try {
    const feed = process.env.BENCH_FEED ?? join(folder, 'feed.jsonl');
    if (process.env.BENCH_FEED === undefined) writeFileSync(feed, [...feedLines()].map((line) => `${line}\n`).join(''));
    const settings = readSettings({ PATH: process.env.PATH, DATABASE_URL: postgres.url }, folder);
    await runApiCommand(settings, 'migrate');
    const baseline = await milliseconds(() => storeRaw(feed, postgres.url));
    const { took, peak, summary } = await runImport(feed, settings.environment);
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
        what: 'import, peak memory',
        measured: peak === null ? 'not told here' : `${peak.toFixed(0)} MiB`,
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
