import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { brokenInvariants } from '../../apps/api/src/testing/invariants/invariants.ts';
import { dumpOf, tracesIn } from '../../apps/api/src/testing/storage/stored-texts.ts';
import { copyRunning, dump, fittingPgDump, restoreDump } from '../database/backup.ts';
import { POSTGRES_MAJOR } from '../database/embedded-postgres.ts';
import { startIn, startThrowAwayPostgres, type ThrowAwayPostgres } from '../database/throw-away.ts';
import { runApiCommand } from '../shop/shop-processes.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { type BuyerOfShop, checkOut, control, eventually, gamesInStock, type Mail, mails } from './buyer.ts';
import { startApi, startWorker } from './one-process.ts';
import { type ShopOfMany, startShopOfMany } from './shop-of-many.ts';

const LONGEST_MS = 60_000;
const OPS_KEY = 'drill-key-of-the-staff-of-this-shop';
const otherKeys = `1:${Buffer.from('another-32-bytes-of-key-material').toString('base64')}`;

/** The way of docs/how-to/operators/restore.md: back up while orders come in, restore into an empty server, go on there. */
let shop: ShopOfMany;
let restored: ThrowAwayPostgres;
let supervisor: Supervisor;
let buyer: BuyerOfShop;
const scratch = mkdtempSync(join(tmpdir(), 'keyturn-drill-'));

beforeAll(async () => {
  shop = await startShopOfMany({ apis: 1, workers: 1, environment: { OPS_DEVELOPMENT_KEY: OPS_KEY } });
  const { sandbox, mailbox } = shop.settings.origins;
  buyer = { api: shop.apis[0] ?? '', sandbox, mailbox };
  supervisor = new Supervisor({ logFolder: join(scratch, 'logs') });
}, 2 * LONGEST_MS);
afterAll(async () => {
  await supervisor?.stop();
  await restored?.stop();
  await shop?.stop();
  rmSync(scratch, { recursive: true, force: true });
}, LONGEST_MS);

test(
  'a backup that was made while orders came in is restored into an empty server, where keys open, pages are served, paid orders are delivered, no key is sold that was sold since and who was erased since is erased again',
  async () => {
    const games = (await gamesInStock(buyer)).flatMap(({ kinguinId, qty }) => Array.from({ length: Math.min(qty, 20) }, () => kinguinId));
    const buy = async (index: number) => {
      const email = `drill-${index}@example.com`;
      const session = await checkOut(buyer, { kinguinId: games[index] ?? 0, email });
      await control(buyer, `sessions/${session}/pay`);
      return { email, session };
    };
    const [first, leaver] = await Promise.all([buy(0), buy(1), buy(2)]);
    const mail = await mailTo(first?.email);
    const left = leaver?.email ?? '';
    await mailTo(left);

    let isBackedUp = false;
    let count = 3;
    const trade = (async () => {
      while (!isBackedUp || count < 20) await buy(count++);
    })();
    restored = await backUpAndRestore().finally(() => (isBackedUp = true));
    const recoveryPoint = new Date();
    await trade;
    // The restored shop will not know of these, and the keys that they get are free in it.
    const kinguinId = games[count] ?? 0;
    for (const email of ['late-0@example.com', 'late-1@example.com']) {
      await control(buyer, `sessions/${await checkOut(buyer, { kinguinId, email })}/pay`);
      await mailTo(email);
    }
    const erasures = join(scratch, 'erasures.json');
    writeFileSync(erasures, await eraseAndList(left));
    const holders = new Map<string, Set<string>>();
    await noteHolders(holders, buyer.api);
    await shop.endProcesses();
    const sold = await soldKeys(shop.databaseUrl);

    const database = new pg.Client({ connectionString: restored.url });
    await database.connect();
    try {
      const { rows } = await database.query<{ count: number }>('select count(*)::int as count from shop_order');
      expect(rows[0]?.count).toBeGreaterThanOrEqual(3);
      expect(await brokenInvariants(database, new Date())).toEqual([]);

      const onSale = () => keysOnSaleOfThose(database, sold);
      expect(await onSale()).toBeGreaterThan(0);
      const environment = { ...shop.settings.environment, DATABASE_URL: restored.url };
      const output = await runApiCommand({ ...shop.settings, environment }, 'keys-quarantine', [recoveryPoint.toISOString()]);
      expect(output).toMatch(/^[1-9]\d+ keys in quarantine/);
      expect(await onSale()).toBe(0);
      expect(await rowsWith(database, left)).not.toEqual([]);
      expect(await runApiCommand({ ...shop.settings, environment }, 'erasures-repeat', [erasures])).toMatch(/^1 of 1 erasures repeated/);
      expect(await rowsWith(database, left)).toEqual([]);
      expect(await brokenInvariants(database, new Date())).toEqual([]);
      const api = await startApi(supervisor, 'api', environment);
      expect((await fetch(`${api}/home`)).status).toBe(200);
      const list = (await (await fetch(`${api}/products/getAllProductsFiltred?limit=16`)).json()) as { products: unknown[] };
      expect(list.products).toHaveLength(16);
      const token = /\/order\/guest\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      const shown = (await (await fetch(`${api}/order/guest/${token}`)).json()) as { keys: { key: string }[] };
      expect(shown.keys).toHaveLength(1);
      expect(mail?.text).toContain(shown.keys[0]?.key);

      expect(await gamesInStock({ api })).toEqual([]);
      const form = new FormData();
      form.set('file', new Blob(['FRESH-KEY-AFTER-THE-RESTORE']), 'keys.txt');
      await fetch(`${api}/ops/keys?product=${kinguinId}&reason=a+proof`, { method: 'POST', headers: { 'x-ops-key': OPS_KEY }, body: form });
      const session = await checkOut({ api }, { kinguinId, email: 'fresh@example.com' });
      await control(buyer, `sessions/${session}/pay`);

      await startWorker(supervisor, 'worker', environment);
      // Claims of the old worker are taken over minutes later, by the shop's clock.
      await database.query(`update clock set offset_ms = 360000; select pg_notify('clock_moved', '')`);
      await eventually(
        async () => (await database.query(`select 1 from shop_order where status in ('pending', 'paid', 'fulfilling')`)).rowCount,
        (open) => open === 0,
        4 * LONGEST_MS,
        500,
      );
      expect(await brokenInvariants(database, new Date())).toEqual([]);
      await mailTo('fresh@example.com');
      await noteHolders(holders, api);
      expect([...holders].filter(([, people]) => people.size > 1)).toEqual([]);
      expect([...(holders.get('FRESH-KEY-AFTER-THE-RESTORE') ?? [])]).toEqual(['fresh@example.com']);

      // The other part of the backup: without its key material the database cannot be decrypted.
      const blind = await startApi(supervisor, 'blind', { ...environment, KEY_ENCRYPTION_KEYS: otherKeys });
      expect((await fetch(`${blind}/order/guest/${token}`)).ok).toBe(false);
    } finally {
      await database.end();
    }
  },
  8 * LONGEST_MS,
);

/** Erases a buyer in the lost shop, and returns the list that its staff saved afterwards. */
async function eraseAndList(email: string): Promise<string> {
  const staff = { 'x-ops-key': OPS_KEY, 'content-type': 'application/json' };
  // What is delivered is noted as such after the mail was sent.
  await eventually(
    async () => {
      const body = JSON.stringify({ email, confirm: true, reason: 'a drill' });
      return (await fetch(`${buyer.api}/ops/privacy/erase`, { method: 'POST', headers: staff, body })).status;
    },
    (status) => status === 200,
    LONGEST_MS,
  );
  return (await fetch(`${buyer.api}/ops/privacy/erasures`, { headers: staff })).text();
}

/** The tables of the shop and its queues that have a row with this text. */
async function rowsWith(database: pg.Client, text: string): Promise<string[]> {
  const dump = await dumpOf(async (statement) => (await database.query<Record<string, string>>(statement)).rows);
  return tracesIn(dump, [text.toLowerCase()]);
}

function mailTo(email: string | undefined): Promise<Mail | undefined> {
  return eventually(
    async () => (await mails(buyer)).find(({ to }) => to[0]?.address === email),
    (sent) => sent !== undefined,
    2 * LONGEST_MS,
  );
}

/** Notes who has which key: what the links of the mails show, as far as this API knows their orders. */
async function noteHolders(holders: Map<string, Set<string>>, api: string): Promise<void> {
  for (const { text, to } of await mails(buyer)) {
    const token = /\/order\/guest\/([\w-]+)/.exec(text)?.[1];
    const answer = token === undefined ? null : await fetch(`${api}/order/guest/${token}`);
    const { keys } = answer?.ok ? ((await answer.json()) as { keys: { key: string }[] }) : { keys: [] };
    for (const { key } of keys) holders.set(key, (holders.get(key) ?? new Set()).add(to[0]?.address ?? ''));
  }
}

async function soldKeys(url: string): Promise<string[]> {
  const lost = new pg.Client({ connectionString: url });
  await lost.connect();
  try {
    return (await lost.query<{ key_id: string }>('select key_id from allocation')).rows.map(({ key_id }) => key_id);
  } finally {
    await lost.end();
  }
}

/** How many of these keys anybody could buy. */
async function keysOnSaleOfThose(database: pg.Client, ids: readonly string[]): Promise<number> {
  const { rowCount } = await database.query(`select from stock_key where state = 'available' and id = any($1)`, [ids]);
  return rowCount ?? 0;
}

async function backUpAndRestore(): Promise<ThrowAwayPostgres> {
  const program = fittingPgDump(POSTGRES_MAJOR);
  if (program === null) {
    const superuserUrl = new URL(shop.databaseUrl);
    superuserUrl.pathname = '/postgres';
    return startIn((data, user) => copyRunning(superuserUrl.toString(), shop.databaseFolder, data, user));
  }
  const file = join(scratch, 'keyturn.dump');
  dump(program, shop.databaseUrl, file);
  const empty = await startThrowAwayPostgres();
  restoreDump(program, empty.url, file);
  return empty;
}
