import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startThrowAwayPostgres } from '../database/throw-away.ts';
import { Failure } from '../shared/failure.ts';
import { runNode } from '../process/run-program.ts';
import { root } from '../shared/paths.ts';
import { freePorts } from '../shared/ports.ts';
import { build } from '../shop/build.ts';
import { readSettings } from '../shop/settings.ts';
import { runApiCommand } from '../shop/shop-processes.ts';
import { answers, nodeChild } from '../supervisor/child.ts';
import { Supervisor } from '../supervisor/supervisor.ts';

export interface CatalogueShop {
  readonly databaseUrl: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logFolder: string;
  /** The API with its caches of lists off: each answer is queried and counted. */
  readonly bareShop: string;
  /** The same with the cache of matches, until the catalogue changes. */
  readonly shop: string;
  /** The API as it runs by default. */
  readonly cachingShop: string;
  readonly baseline: string;
  /** Adds generated products up to this number. */
  grow(products: number): Promise<void>;
  stop(): Promise<void>;
}

/** Three APIs and the baseline on one throw-away database. Without demo data; the API must be built. */
export async function startCatalogueShop(products: number): Promise<CatalogueShop> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-bench-'));
  const given = process.env.BENCH_DATABASE_URL;
  const postgres = given === undefined ? await startThrowAwayPostgres() : { url: given, stop: () => Promise.resolve() };
  const supervisor = new Supervisor({ logFolder: join(folder, 'logs') });
  const stop = async () => {
    await supervisor.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [shop, bareShop, cachingShop, baseline] = (await freePorts(4)) as [number, number, number, number];
    const settings = readSettings(
      { PATH: process.env.PATH, DATABASE_URL: postgres.url, API_PORT: String(shop), RATE_LIMIT_SCALE: '1000000' },
      folder,
    );
    const env = { ...settings.environment, LIST_CACHE_MS: '0' };
    await runApiCommand(settings, 'migrate');
    const grow = async (to: number) => {
      const loaded = await productsIn(postgres.url);
      if (loaded === to) return;
      if (loaded > to) throw new Failure(`The database holds ${loaded} products already, and ${to} are to be measured: name another one.`);
      const { code, output } = await runNode(join(root, 'dist/api-for-bench/testing/generate-catalogue.js'), [String(loaded), String(to)], {
        env,
      });
      if (code !== 0) throw new Failure(`Products could not be generated: ${output.slice(-1000)}`);
    };
    await build(['api'], 'build-for-bench');
    await grow(products);
    const main = join(root, 'dist/api/main.js');
    const ready = (port: number) => ({ ask: answers(`http://127.0.0.1:${port}/health/ready`) });
    await supervisor.start(
      nodeChild({ name: 'shop', script: main, env, ready: ready(shop) }),
      nodeChild({
        name: 'bare-shop',
        script: main,
        env: { ...env, MATCHES_CACHE_MS: '0', API_PORT: String(bareShop) },
        ready: ready(bareShop),
      }),
      nodeChild({
        name: 'caching-shop',
        script: main,
        env: { ...settings.environment, API_PORT: String(cachingShop) },
        ready: ready(cachingShop),
      }),
      nodeChild({
        name: 'baseline',
        script: join(root, 'tools/bench/catalogue-baseline.ts'),
        env: { ...env, PORT: String(baseline) },
        ready: { ask: answers(`http://127.0.0.1:${baseline}/home`) },
      }),
    );
    const origin = (port: number) => `http://127.0.0.1:${port}`;
    return {
      databaseUrl: postgres.url,
      environment: env,
      logFolder: join(folder, 'logs'),
      bareShop: origin(bareShop),
      shop: origin(shop),
      cachingShop: origin(cachingShop),
      baseline: origin(baseline),
      grow,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function productsIn(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from product');
  await client.end();
  return rows[0]?.count ?? 0;
}
