import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { MOST_BEHIND_MS } from '../../apps/api/src/platform/database/replicas/wal-marks.ts';
import { type BuyerOfShop, checkOut, control, eventually, gamesInStock, mails } from './buyer.ts';
import { type ShopOfMany, startShopOfMany } from './shop-of-many.ts';

const LONGEST_MS = 60_000;
/** Data that may be stale on a replica. Not money, orders, accounts and keys. */
const mayLag = ['home_section', 'home_section_product', 'listing', 'listing_genre', 'price', 'product', 'search_word'];

/** Two API processes and a worker on a PostgreSQL and a standby that follows it by streaming replication. */
let shop: ShopOfMany;
let database: pg.Client;
let buyer: BuyerOfShop;
let kinguinId: number;

beforeAll(async () => {
  shop = await startShopOfMany({ apis: 2, workers: 1, hasReplica: true });
  database = new pg.Client({ connectionString: shop.databaseUrl });
  await database.connect();
  const { sandbox, mailbox } = shop.settings.origins;
  buyer = { api: shop.apis[0] ?? '', sandbox, mailbox };
  kinguinId = (await gamesInStock(buyer))[0]?.kinguinId ?? 0;
}, 2 * LONGEST_MS);
afterAll(async () => {
  await database?.end();
  await shop?.stop();
}, LONGEST_MS);

const replicaLog = () => readFileSync(shop.replica?.logFile ?? '', 'utf8');
const readiness = (api: string) => fetch(`${api}/health/ready`).then(async (answer) => [answer.status, await answer.json()]);
const ready = [200, { status: 'ok', database: 'ok', queue: 'ok', images: 'ok', mail: 'ok', payments: 'ok', replicas: 'ok' }];
const degraded = [200, { status: 'degraded', database: 'ok', queue: 'ok', images: 'ok', mail: 'ok', payments: 'ok', replicas: 'down' }];
const allAre = (state: unknown[]) =>
  eventually(
    () => Promise.all(shop.apis.map(readiness)),
    (all) => all.every((one) => JSON.stringify(one) === JSON.stringify(state)),
    LONGEST_MS,
  );

/** Every page of the shop that anybody may read, `turn` makes them miss all caches. */
const pagesOf = (turn: number) => [
  'home',
  `products/kinguinId/${kinguinId}`,
  `products/getAllProductsFiltred?limit=16&page=${turn}`,
  `products?limit=${turn}`,
  `products/kinguin/steam?limit=${turn}`,
  `products/search/the?limit=${turn}`,
  'sitemap/parts',
  'sitemap/products',
  `review/kinguin/${kinguinId}`,
  'blog',
  'pages/pages',
];

/** Buys one piece. Answers the order as its buyer is shown it by the other API process, as soon as the mail is there. */
async function buy(email: string): Promise<{ status: string; keys: { key: string }[] }> {
  await control(buyer, `sessions/${await checkOut(buyer, { kinguinId, email })}/pay`);
  const mail = await eventually(
    async () => (await mails(buyer)).find(({ to }) => to[0]?.address === email),
    (sent) => sent !== undefined,
    LONGEST_MS,
  );
  const token = /\/order\/guest\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const shown = await fetch(`${shop.apis[1]}/order/guest/${token}`);
  expect(shown.status).toBe(200);
  return (await shown.json()) as { status: string; keys: { key: string }[] };
}

async function shownStock(api: string): Promise<number | undefined> {
  const { products } = (await (await fetch(`${api}/products/getAllProductsFiltred?limit=100`)).json()) as {
    products: { kinguinId: number; qty: number }[];
  };
  return products.find((product) => product.kinguinId === kinguinId)?.qty;
}

test(
  'the catalogue is read on the replica, and everything about money, orders, people and keys on the primary alone',
  async () => {
    for (const api of shop.apis) for (const path of pagesOf(1)) expect([path, (await fetch(`${api}/${path}`)).status]).toEqual([path, 200]);
    const cart = { cart: [{ item: { _id: String(kinguinId), type: 'game' }, quantity: 1 }], currency: 'EUR' };
    const json = { 'content-type': 'application/json' };
    expect((await fetch(`${buyer.api}/cart-validation`, { method: 'POST', headers: json, body: JSON.stringify(cart) })).ok).toBe(true);
    expect(await buy('first@example.com')).toMatchObject({ keys: [{ key: expect.any(String) }] });

    const { rows } = await database.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`);
    const tables = new Set(rows.map(({ name }) => name));
    expect(tables.size).toBeGreaterThan(30);
    const asked = new Set([...replicaLog().matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?"?(\w+)/gi)].map(([, name = '']) => name));
    const read = [...asked].filter((name) => tables.has(name)).toSorted();
    expect(read).toEqual(expect.arrayContaining(['home_section', 'listing', 'product']));
    expect(read.filter((name) => !mayLag.includes(name))).toEqual([]);
    // Statements that fail on a standby would have fallen back to the primary silently.
    const refused = replicaLog().match(/^.*(?:ERROR|FATAL): .*$/gm) ?? [];
    expect(refused.filter((line) => !line.endsWith('the database system is starting up'))).toEqual([]);
  },
  2 * LONGEST_MS,
);

test(
  'a replica that falls behind is left alone until it has caught up: nobody reads old stock for long, and a buyer sees his order at once',
  async () => {
    await allAre(ready);
    const url = new URL(shop.replica?.url ?? '');
    const replica = new pg.Client({ connectionString: url.toString() });
    // The right to hold replication lies in this database; it is held for all of them.
    url.pathname = '/postgres';
    const brake = new pg.Client({ connectionString: url.toString() });
    await Promise.all([replica.connect(), brake.connect()]);
    try {
      await brake.query('select pg_wal_replay_pause()');
      const { rows } = await database.query<{ stock: number }>(
        `update listing set stock = stock + 1000 from product where product.id = product_id and kinguin_id = $1 returning stock`,
        [kinguinId],
      );
      await database.query(`select pg_notify('catalogue_changed', '')`);
      const changedAt = Date.now();
      const shownAfter = async (api: string) => {
        let askedAt = 0;
        const look = () => {
          askedAt = Date.now();
          return shownStock(api);
        };
        await eventually(look, (stock) => stock === rows[0]?.stock, 5000, 25);
        return askedAt - changedAt;
      };
      // Before it can be known that replication has stopped: it is not used before it has replayed the change.
      expect(Math.max(...(await Promise.all(shop.apis.map(shownAfter))))).toBeLessThan(MOST_BEHIND_MS);
      await allAre(degraded);
      expect(await buy('late@example.com')).toMatchObject({ keys: [{ key: expect.any(String) }] });
      const { rows: behind } = await replica.query(`select 1 from shop_order where email = 'late@example.com'`);
      expect(behind).toEqual([]);
    } finally {
      await brake.query('select pg_wal_replay_resume()');
      await Promise.all([replica.end(), brake.end()]);
    }
    await allAre(ready);
  },
  2 * LONGEST_MS,
);

test(
  'while a replica is killed and comes back no read fails, and then it is asked again',
  async () => {
    await allAre(ready);
    const server = Number(readFileSync(join(shop.replica?.data ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
    const failed: string[] = [];
    let answers = 0;
    let isOver = false;
    const read = async (api: string) => {
      for (let turn = 1; !isOver; turn = (turn % 90) + 1)
        for (const path of pagesOf(turn).slice(0, 6)) {
          const { status } = await fetch(`${api}/${path}`);
          if (status === 200) answers += 1;
          else failed.push(`${status} ${path}`);
        }
    };
    const readers = Promise.all(shop.apis.map(read));
    try {
      process.kill(server, 'SIGKILL');
      await allAre(degraded);
      const before = replicaLog().length;
      await allAre(ready);
      await eventually(
        async () => replicaLog().slice(before),
        (lines) => /execute (?:home|product-game): /.test(lines),
        LONGEST_MS,
      );
    } finally {
      isOver = true;
      await readers;
    }
    expect(answers).toBeGreaterThan(100);
    expect(failed).toEqual([]);
  },
  3 * LONGEST_MS,
);
