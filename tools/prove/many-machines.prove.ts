import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { startThrowAwayPostgres } from '../database/throw-away.ts';
import { runApiCommand } from '../shop/shop-processes.ts';
import { eventually } from './buyer.ts';
import { type ShopOfMany, startShopOfMany } from './shop-of-many.ts';
import { gameOnHome, latenessOfSale } from './shown-prices.ts';
import { readUntilTold } from './steady-reader.ts';

const LONGEST_MS = 60_000;
const MOST_LATE_MS = 2000;
const OPS_KEY = 'proof-key-of-the-staff-of-this-shop';

let shop: ShopOfMany;
let database: pg.Client;

beforeAll(async () => {
  shop = await startShopOfMany({ apis: 2, workers: 1, storefronts: 2, environment: { OPS_DEVELOPMENT_KEY: OPS_KEY } });
  database = new pg.Client({ connectionString: shop.databaseUrl });
  await database.connect();
}, 2 * LONGEST_MS);
afterAll(async () => {
  await database?.end();
  await shop?.stop();
}, LONGEST_MS);

test(
  'of two migrations that start at once, one does the work and the other finds it done',
  async () => {
    const empty = await startThrowAwayPostgres();
    try {
      const settings = { ...shop.settings, environment: { ...shop.settings.environment, DATABASE_URL: empty.url } };
      const outputs = await Promise.all([runApiCommand(settings, 'migrate'), runApiCommand(settings, 'migrate')]);
      expect(outputs.filter((line) => line === '0 migrations run')).toHaveLength(1);
      expect(outputs.filter((line) => /^[1-9]\d* migrations run$/.test(line))).toHaveLength(1);
    } finally {
      await empty.stop();
    }
  },
  LONGEST_MS,
);

interface Card {
  readonly kinguinId: number;
}

async function card(api: string, kinguinId: number): Promise<string> {
  const { products } = (await (await fetch(`${api}/products/getAllProductsFiltred?limit=16`)).json()) as { products: Card[] };
  return JSON.stringify(products.find((product) => product.kinguinId === kinguinId));
}

async function firstGame(): Promise<number> {
  const answer = await fetch(`${shop.apis[0]}/products/getAllProductsFiltred?limit=16`);
  const { products } = (await answer.json()) as { products: Card[] };
  return products.find(({ kinguinId }) => kinguinId > 0)?.kinguinId ?? 0;
}

test(
  'a change made at one process is in the lists of every API process within a second',
  async () => {
    const game = await firstGame();
    // Both have the list in their caches.
    await Promise.all(shop.apis.map((api) => card(api, game)));
    const changedAt = Date.now();
    await database.query(
      `begin; update listing set stock = stock + 1000 from product where product.id = product_id and kinguin_id = ${game}; select pg_notify('catalogue_changed', ''); commit`,
    );
    const [stock] = (
      await database.query<{ stock: number }>('select stock from listing join product on product.id = product_id where kinguin_id = $1', [
        game,
      ])
    ).rows;
    await Promise.all(
      shop.apis.map((api) =>
        eventually(
          () => card(api, game),
          (text) => text.includes(`"qty":${stock?.stock}`),
          1000,
          25,
        ),
      ),
    );
    expect(Date.now() - changedAt).toBeLessThan(1000);
  },
  LONGEST_MS,
);

test(
  'a sale that starts and ends at given seconds is on every page of every API process and storefront server within two seconds, and off again',
  async () => {
    const late = await latenessOfSale(shop, await gameOnHome(shop, database), OPS_KEY);
    expect(late.map((ms) => (ms >= 0 && ms <= MOST_LATE_MS ? 'in time' : ms))).toEqual(Array(8).fill('in time'));
  },
  LONGEST_MS,
);

test(
  'a storefront server that is asked to end cuts no page, and its place is taken again',
  async () => {
    const readers = shop.storefronts.map((storefront) => readUntilTold({ page: `${storefront}/home`, health: `${storefront}/health` }));
    await eventually(
      async () => readers.map((reader) => reader.answers()),
      (all) => all.every((answers) => answers > 20),
      LONGEST_MS,
    );
    const [outputs = 0] = shop.storefrontPids();
    process.kill(outputs, 'SIGTERM');
    await eventually(
      async () => shop.storefrontPids(),
      (pids) => pids.length === 2 && !pids.includes(outputs),
      LONGEST_MS,
    );
    const isReady = (storefront: string) =>
      fetch(`${storefront}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    await eventually(
      () => Promise.all(shop.storefronts.map(isReady)),
      (all) => all.every(Boolean),
      LONGEST_MS,
    );
    for (const { cut } of await Promise.all(readers.map((reader) => reader.end()))) expect(cut).toEqual([]);
  },
  LONGEST_MS,
);
