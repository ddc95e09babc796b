import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { delayReplay } from '../database/standby.ts';
import { eventually } from './buyer.ts';
import { type ShopOfMany, startShopOfMany } from './shop-of-many.ts';
import { gameOnHome, latenessOfSale, type ShownGame } from './shown-prices.ts';

const LONGEST_MS = 60_000;
const SALE_WITHIN_MS = 2000;
const CHANGE_WITHIN_MS = 1000;
/** A lag within the limit of use, but too long to show a change. */
const REPLICA_LATE_MS = 400;
const OPS_KEY = 'proof-key-of-the-staff-of-this-shop';

/** Two API processes, two storefront servers and a worker on a PostgreSQL and a standby that follows it by streaming replication. */
let shop: ShopOfMany;
let database: pg.Client;
let replica: pg.Client;
let game: ShownGame;

beforeAll(async () => {
  shop = await startShopOfMany({ apis: 2, workers: 1, storefronts: 2, hasReplica: true, environment: { OPS_DEVELOPMENT_KEY: OPS_KEY } });
  database = new pg.Client({ connectionString: shop.databaseUrl });
  // The right to hold replication lies in this database; it is held for all of them.
  const url = new URL(shop.replica?.url ?? '');
  url.pathname = '/postgres';
  replica = new pg.Client({ connectionString: url.toString() });
  await Promise.all([database.connect(), replica.connect()]);
  game = await gameOnHome(shop, database);
}, 2 * LONGEST_MS);
afterEach(async () => {
  await delayReplica(0);
  await replica.query('select pg_wal_replay_resume()');
  await eventually(
    () => Promise.all(shop.apis.map(async (api) => (await (await fetch(`${api}/health/ready`)).json()) as { replicas: string })),
    (all) => all.every(({ replicas }) => replicas === 'ok'),
    LONGEST_MS,
  );
}, LONGEST_MS);
afterAll(async () => {
  await Promise.all([database?.end(), replica?.end()]);
  await shop?.stop();
}, LONGEST_MS);

async function delayReplica(ms: number): Promise<void> {
  if (shop.replica) delayReplay(shop.replica, ms);
  await eventually(
    async () =>
      (await replica.query<{ ms: number }>(`select setting::integer as ms from pg_settings where name = 'recovery_min_apply_delay'`)).rows,
    ([row]) => row?.ms === ms,
    LONGEST_MS,
  );
}

/** As if replication had stopped, unnoticed so far. */
const holdUpReplica = async () => void (await replica.query('select pg_wal_replay_pause()'));

test.each([
  ['that follows', 0, undefined],
  [`that is ${REPLICA_LATE_MS} ms late`, REPLICA_LATE_MS, undefined],
  ['that stands still from a moment before', 0, holdUpReplica],
])(
  'beside a replica %s, a sale is on every page of every process within two seconds after its start, and off again after its end',
  async (_name, delayMs, justBefore) => {
    await delayReplica(delayMs);
    const late = await latenessOfSale(shop, game, OPS_KEY, justBefore);
    expect(late.map((ms) => (ms >= 0 && ms <= SALE_WITHIN_MS ? 'in time' : ms))).toEqual(Array(8).fill('in time'));
  },
  2 * LONGEST_MS,
);

async function ops<Answer>(method: 'POST' | 'PUT' | 'PATCH', path: string, change: object): Promise<Answer> {
  const headers = { 'x-ops-key': OPS_KEY, 'content-type': 'application/json' };
  const body = JSON.stringify({ reason: 'a proof', ...change });
  const answer = await fetch(`${shop.apis[0]}/ops/${path}`, { method, headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} from ${path}: ${text}`);
  return (text === '' ? null : JSON.parse(text)) as Answer;
}

const page = { type: 'Company', position: 9, metaDescription: 'What this page is about.' } as const;

/** What the staff changes, and how it shows: the page that shows it, and whether it does. */
const changes: Readonly<Record<string, () => Promise<{ path: string; make: () => Promise<unknown>; isShown: (html: string) => boolean }>>> =
  {
    'a section of home': async () => ({
      path: '/home',
      make: () =>
        ops('PUT', 'home', { hero: [String(game.kinguinId)], sections: [{ name: 'Fresh today', products: [String(game.kinguinId)] }] }),
      isShown: (html) => html.includes('Fresh today'),
    }),
    'a price': async () => ({
      path: game.path,
      make: () => ops('PUT', `products/${game.kinguinId}/price`, { eur: 77.31 }),
      isShown: (html) => html.includes('€77.31'),
    }),
    'a price in a list': async () => ({
      path: '/game-list-filtred?minPrice=76&maxPrice=79',
      make: () => ops('PUT', `products/${game.kinguinId}/price`, { eur: 78.42 }),
      isShown: (html) => html.includes('€78.42'),
    }),
    'the words of a page': async () => ({
      path: '/about/About%20Us',
      make: () => ops('PUT', 'pages/About%20Us', { ...page, description: '<p>Fresh words.</p>' }),
      isShown: (html) => html.includes('Fresh words.'),
    }),
    'a page that the footer links to': async () => ({
      path: '/home',
      make: () => ops('PUT', 'pages/Freshness', { ...page, description: '<p>New here.</p>' }),
      isShown: (html) => html.includes('href="/about/Freshness"'),
    }),
    'a post': async () => ({
      path: '/blogs',
      make: () => ops('POST', 'posts', { title: 'A fresh post', description: '<p>Today.</p>', metaDescription: 'Today.' }),
      isShown: (html) => html.includes('A fresh post'),
    }),
    'the words of a post': async () => {
      await ops('POST', 'posts', { title: 'A post to mend', description: '<p>Not yet.</p>', metaDescription: 'Not yet.' });
      const { rows } = await database.query<{ id: string; route: string }>(
        `select id, unique_route as route from blog_post where title = 'A post to mend'`,
      );
      return {
        path: `/blog/${rows[0]?.route}`,
        make: () => ops('PATCH', `posts/${rows[0]?.id}`, { description: '<p>Mended since.</p>' }),
        isShown: (html) => html.includes('Mended since.'),
      };
    },
    'a hidden review': async () => {
      const { rows } = await database.query<{ id: string; description: string; kinguin_id: number }>(
        `select review.id, review.description, kinguin_id from review join product on product.id = review.product_id
        where kinguin_id is not null and review.description !~ '[^A-Za-z ,.]' limit 1`,
      );
      const words = rows[0]?.description ?? '';
      expect(await pageOf(shop.storefronts[0] ?? '', `/product/x-${rows[0]?.kinguin_id}`)).toContain(words);
      return {
        path: `/product/x-${rows[0]?.kinguin_id}`,
        make: () => ops('PATCH', `reviews/${rows[0]?.id}`, { isHidden: true, reason: 'Not about the game' }),
        isShown: (html) => !html.includes(words),
      };
    },
    'a hidden product': async () => ({
      path: game.path,
      make: () => ops('PATCH', `products/${game.kinguinId}`, { isHidden: true }),
      isShown: (html) => html.startsWith('404'),
    }),
  };

/** Its status and its HTML. */
async function pageOf(storefront: string, path: string): Promise<string> {
  const answer = await fetch(storefront + path);
  return `${answer.status} ${await answer.text()}`;
}

test.each(Object.entries(changes))(
  'beside a replica that lags behind, %s changed by the staff shows on the pages of both storefront servers within a second',
  async (_name, prepare) => {
    await delayReplica(REPLICA_LATE_MS);
    const { path, make, isShown } = await prepare();
    let askedAt = 0;
    const read = () => {
      askedAt = Date.now();
      return Promise.all(shop.storefronts.map((storefront) => pageOf(storefront, path)));
    };
    expect((await read()).map(isShown)).toEqual([false, false]);
    // The caches are fresh: their whole lifetime is still ahead.
    const making = make();
    await read();
    await making;
    const changedAt = Date.now();
    await eventually(read, (pages) => pages.every(isShown), LONGEST_MS, 25);
    expect(askedAt - changedAt).toBeLessThan(CHANGE_WITHIN_MS);
  },
  LONGEST_MS,
);

test(
  'however many visit, a storefront server asks the API for home twice a second',
  async () => {
    const [storefront = '', api = ''] = [shop.storefronts[0], shop.figures.apis[0]];
    const asked = async () => {
      const text = await (await fetch(`${api}/metrics`)).text();
      const lines = text.split('\n').filter((line) => /^keyturn_http_request_duration_seconds_count\{.*route="\/home"/.test(line));
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    };
    const [before, startedAt] = [await asked(), performance.now()];
    let answers = 0;
    const visit = async () => {
      for (; performance.now() - startedAt < 3000; answers += 1) await pageOf(storefront, '/home');
    };
    await Promise.all(Array.from({ length: 20 }, visit));
    expect(answers).toBeGreaterThan(50);
    expect((await asked()) - before).toBeLessThanOrEqual(2 * ((performance.now() - startedAt) / 1000) + 1);
  },
  LONGEST_MS,
);
