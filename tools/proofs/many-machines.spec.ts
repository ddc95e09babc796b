import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { startThrowAwayPostgres } from '../database/throw-away.ts';
import { runApiCommand } from '../shop-processes.ts';
import { eventually } from './buyer.ts';
import { type ShopOfMany, startShopOfMany } from './shop-of-many.ts';
import { readUntilTold } from './steady-reader.ts';

const LONGEST_MS = 60_000;
const MOST_LATE_MS = 2000;
const OPS_KEY = 'proof-key-of-the-staff-of-this-shop';

let shop: ShopOfMany;
let database: pg.Client;
/** A game on home: its page in the storefront, that of a game that it is similar to, and its price in euros without a sale. */
let onSale: { kinguinId: number; path: string; similarPath: string; price: number };

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
      const told = await Promise.all([runApiCommand(settings, 'migrate'), runApiCommand(settings, 'migrate')]);
      expect(told.filter((line) => line === '0 migrations run')).toHaveLength(1);
      expect(told.filter((line) => /^[1-9]\d* migrations run$/.test(line))).toHaveLength(1);
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
  'a change that one process is told of is in the lists of every API process within a second',
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

const cardOnSale = () => new RegExp(`"kinguinId":${onSale.kinguinId},.*?"new_price":(null|[\\d.]+)`, 'g');

/** The page of another game that has this one among its similar ones. */
async function pageThatShows(kinguinId: number, storefront: string): Promise<string> {
  const home = await (await fetch(`${storefront}/home`)).text();
  const paths = new Set([...home.matchAll(/href="(\/product\/[^"]*)"/g)].map(([, path = '']) => path));
  for (const path of paths) {
    if (path.endsWith(`-${kinguinId}`)) continue;
    if ((await (await fetch(`${storefront}${path}`)).text()).includes(`"kinguinId":${kinguinId},`)) return path;
  }
  throw new Error(`No page of home's games shows ${kinguinId} among the similar ones.`);
}

/** The prices that a process shows of the game, wherever it shows it; null where it is not in a sale. */
async function pricesOfApi(api: string): Promise<(number | null)[]> {
  const paths = [`products/kinguinId/${onSale.kinguinId}`, 'home', 'products/getAllProductsFiltred?limit=100'];
  const answers = await Promise.all(paths.map(async (path) => (await fetch(`${api}/${path}`)).text()));
  const prices = answers.map((text) => [...text.matchAll(cardOnSale())]);
  expect(prices.map((found) => found.length > 0)).toEqual([true, true, true]);
  return prices.flat().map(([, price]) => (price === 'null' ? null : Number(price)));
}

/** The same of the pages that a storefront server renders, as people and search engines see them. */
async function pricesOfPages(storefront: string): Promise<(number | null)[]> {
  const [page = '', home = '', similar = ''] = await Promise.all(
    [onSale.path, '/home', onSale.similarPath].map(async (path) => (await fetch(`${storefront}${path}`)).text()),
  );
  const offered = /"price":"([\d.]+)","priceCurrency":"EUR"/.exec(page)?.[1];
  const written = /<span class="visually-hidden">Price <\/span>€([\d.]+)/.exec(page)?.[1];
  const cards = [home, similar].map((text) => [...text.matchAll(cardOnSale())]);
  expect(cards.map((found) => found.length > 0)).toEqual([true, true]);
  const all = [offered, written, ...cards.flat().map(([, price]) => (price === 'null' ? onSale.price : price))].map(Number);
  return all.map((price) => (price === onSale.price ? null : price));
}

/** When each process first showed what is awaited everywhere, in milliseconds after `at`. */
async function lateness(at: number, isShown: (price: number | null) => boolean): Promise<number[]> {
  const watched = [
    ...shop.apis.map((api) => () => pricesOfApi(api)),
    ...shop.storefronts.map((storefront) => () => pricesOfPages(storefront)),
  ];
  return Promise.all(
    watched.map(async (prices) => {
      await eventually(prices, (shown) => shown.every(isShown), at - Date.now() + 10_000, 50);
      return Date.now() - at;
    }),
  );
}

test(
  'a sale that starts and ends at given seconds is on every page of every API process and storefront server within two seconds, and off again',
  async () => {
    const [api = '', storefront = ''] = [shop.apis[0], shop.storefronts[0]];
    const { rows } = await database.query<{
      kinguin_id: number;
      price: number;
    }>(`select kinguin_id, eur_list_minor / 100.0 as price from product
      join home_section_product on product_id = product.id join price on price.product_id = product.id
      where kinguin_id is not null and eur_discounted_minor is null limit 1`);
    const kinguinId = rows[0]?.kinguin_id ?? 0;
    const path = new RegExp(`href="(/product/[^"]*-${kinguinId})"`).exec(await (await fetch(`${storefront}/home`)).text())?.[1] ?? '';
    onSale = { kinguinId, path, similarPath: await pageThatShows(kinguinId, storefront), price: Number(rows[0]?.price) };

    const starts = Math.ceil(Date.now() / 1000) * 1000 + 4000;
    const ends = starts + 6000;
    const answer = await fetch(`${api}/ops/products/${kinguinId}/sales`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-ops-key': OPS_KEY },
      body: JSON.stringify({ percent: 50, startsAt: new Date(starts).toISOString(), endsAt: new Date(ends).toISOString() }),
    });
    expect([answer.status, answer.status === 201 ? '' : await answer.text()]).toEqual([201, '']);
    expect((await lateness(starts - 4000, (price) => price === null)).every((ms) => ms < 4000)).toBe(true);

    const started = await lateness(starts, (price) => price !== null);
    const ended = await lateness(ends, (price) => price === null);
    expect([...started, ...ended].map((ms) => (ms >= 0 && ms <= MOST_LATE_MS ? 'in time' : ms))).toEqual(Array(8).fill('in time'));
  },
  LONGEST_MS,
);

test(
  'a storefront server that is told to end cuts no page, and its place is taken again',
  async () => {
    const readers = shop.storefronts.map((storefront) => readUntilTold({ page: `${storefront}/home`, health: `${storefront}/health` }));
    await eventually(
      async () => readers.map((reader) => reader.answers()),
      (all) => all.every((answers) => answers > 20),
      LONGEST_MS,
    );
    const [told = 0] = shop.storefrontPids();
    process.kill(told, 'SIGTERM');
    await eventually(
      async () => shop.storefrontPids(),
      (pids) => pids.length === 2 && !pids.includes(told),
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
