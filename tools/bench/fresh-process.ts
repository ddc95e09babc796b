import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { root } from '../shared/paths.ts';
import { freePorts } from '../shared/ports.ts';
import { nodeChild } from '../supervisor/child.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { listPaths } from './catalogue-queries.ts';
import type { CatalogueShop } from './catalogue-shop.ts';
import { load, type Load } from './load.ts';
import { median, residentMiB, type Row } from './measure.ts';

const ROUNDS = 3;
const SECONDS = 10;
const MIB_ALLOWED = 250;
const LONGEST_START_MS = 1500;
const POLL_MS = 5;

interface Fresh {
  /** Milliseconds until the first answer. */
  readonly start: number;
  /** The first requests of the process, its caches empty. */
  readonly first: Load;
  /** After them; null except on Linux. */
  readonly memory: number | null;
}

/** A process of the API that has just been started: how soon it answers, how fast at first, and what memory it takes. */
export async function freshProcessRows(bench: CatalogueShop): Promise<Row[]> {
  const paths = listPaths(500, 'platform + genre + price');
  const shops: Fresh[] = [];
  const baselines: Fresh[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    baselines.push(await measureFresh(bench, 'tools/bench/catalogue-baseline.ts', '/home', paths));
    shops.push(await measureFresh(bench, 'dist/api/main.js', '/health/ready', paths));
  }
  const start = median(shops.map((fresh) => fresh.start));
  const [p99, baselineP99] = [shops, baselines].map((all) => median(all.map(({ first }) => first.p99))) as [number, number];
  const memory = median(shops.map((fresh) => fresh.memory ?? Number.NaN));
  return [
    {
      what: 'list on a fresh process, 32 connections, p99',
      measured: `${p99.toFixed(0)} ms`,
      baseline: `${baselineP99.toFixed(0)} ms`,
      ratio: `${(p99 / baselineP99).toFixed(2)} ×`,
      bar: 'at most 2 ×',
      isHeld: p99 <= 2 * baselineP99,
    },
    {
      what: 'API, start to first answer',
      measured: `${(start / 1000).toFixed(2)} s`,
      baseline: '',
      ratio: '',
      bar: `at most ${LONGEST_START_MS / 1000} s`,
      isHeld: start <= LONGEST_START_MS,
    },
    {
      what: 'API, memory after that',
      measured: Number.isNaN(memory) ? 'not known here' : `${memory.toFixed(0)} MiB`,
      baseline: '',
      ratio: '',
      bar: `at most ${MIB_ALLOWED} MiB`,
      isHeld: !(memory > MIB_ALLOWED),
    },
  ];
}

async function measureFresh(bench: CatalogueShop, script: string, firstPath: string, paths: readonly string[]): Promise<Fresh> {
  const [port] = await freePorts(1);
  const origin = `http://127.0.0.1:${port}`;
  let pid = 0;
  const supervisor = new Supervisor({ logFolder: bench.logFolder, remember: ([child]) => (pid = child?.pid ?? 0) });
  try {
    const begun = performance.now();
    // As `npm start` runs it, with all of its caches.
    const env = { ...bench.environment, LIST_CACHE_MS: undefined, PORT: String(port), API_PORT: String(port) };
    await supervisor.start(
      nodeChild({ name: 'fresh', script: join(root, script), env, ready: { ask: () => isAnswering(`${origin}${firstPath}`) } }),
    );
    const start = performance.now() - begun;
    const first = await load(origin, paths, { connections: 32, seconds: SECONDS });
    return { start, first, memory: residentMiB(pid, 'now') };
  } finally {
    await supervisor.stop();
  }
}

/** Asks until it answers: the supervisor's own pauses are longer than what is measured. */
async function isAnswering(url: string): Promise<boolean> {
  for (;;) {
    const isOk = await fetch(url).then(
      async (answer) => (await answer.arrayBuffer(), answer.ok),
      () => false,
    );
    if (isOk) return true;
    await setTimeout(POLL_MS);
  }
}
