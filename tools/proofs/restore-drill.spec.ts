import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { brokenInvariants } from '../../apps/api/src/testing/invariants.ts';
import { copyRunning, dump, fittingPgDump, restoreDump } from '../database/backup.ts';
import { POSTGRES_MAJOR } from '../database/embedded-postgres.ts';
import { startIn, startThrowAwayPostgres, type ThrowAwayPostgres } from '../database/throw-away.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { type BuyerOfShop, checkOut, control, eventually, gamesInStock, mails } from './buyer.ts';
import { startApi, startWorker } from './one-process.ts';
import { type ShopOfMany, startShopOfMany } from './shop-of-many.ts';

const LONGEST_MS = 60_000;
const otherKeys = `1:${Buffer.from('another-32-bytes-of-key-material').toString('base64')}`;

/** The way of docs/operations.md, "Backup and restore": back up while orders come in, restore into an empty server, go on there. */
let shop: ShopOfMany;
let restored: ThrowAwayPostgres;
let supervisor: Supervisor;
let buyer: BuyerOfShop;
const scratch = mkdtempSync(join(tmpdir(), 'keyturn-drill-'));

beforeAll(async () => {
  shop = await startShopOfMany({ apis: 1, workers: 1 });
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
  'a backup that was made while orders came in is restored into an empty server, where keys open, pages are served and paid orders are delivered',
  async () => {
    const games = (await gamesInStock(buyer)).flatMap(({ kinguinId, qty }) => Array.from({ length: Math.min(qty, 20) }, () => kinguinId));
    const buy = async (index: number) => {
      const email = `drill-${index}@example.com`;
      const session = await checkOut(buyer, { kinguinId: games[index] ?? 0, email });
      await control(buyer, `sessions/${session}/pay`);
      return { email, session };
    };
    const [first] = await Promise.all([buy(0), buy(1), buy(2)]);
    const mail = await eventually(
      async () => (await mails(buyer)).find(({ to }) => to[0]?.address === first?.email),
      (sent) => sent !== undefined,
      LONGEST_MS,
    );

    let isBackedUp = false;
    let count = 3;
    const trade = (async () => {
      while (!isBackedUp || count < 20) await buy(count++);
    })();
    restored = await backUpAndRestore().finally(() => (isBackedUp = true));
    await trade;
    await shop.endProcesses();

    const database = new pg.Client({ connectionString: restored.url });
    await database.connect();
    try {
      const { rows } = await database.query<{ count: number }>('select count(*)::int as count from shop_order');
      expect(rows[0]?.count).toBeGreaterThanOrEqual(3);
      expect(await brokenInvariants(database, new Date())).toEqual([]);

      const environment = { ...shop.settings.environment, DATABASE_URL: restored.url };
      const api = await startApi(supervisor, 'api', environment);
      expect((await fetch(`${api}/home`)).status).toBe(200);
      const list = (await (await fetch(`${api}/products/getAllProductsFiltred?limit=16`)).json()) as { products: unknown[] };
      expect(list.products).toHaveLength(16);
      const token = /\/order\/guest\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      const shown = (await (await fetch(`${api}/order/guest/${token}`)).json()) as { keys: { key: string }[] };
      expect(shown.keys).toHaveLength(1);
      expect(mail?.text).toContain(shown.keys[0]?.key);

      await startWorker(supervisor, 'worker', environment);
      // What the old worker had in its hands is taken over minutes later, by the shop's clock.
      await database.query(`update clock set offset_ms = 360000; select pg_notify('clock_moved', '')`);
      await eventually(
        async () => (await database.query(`select 1 from shop_order where status in ('paid', 'fulfilling')`)).rowCount,
        (open) => open === 0,
        4 * LONGEST_MS,
        500,
      );
      expect(await brokenInvariants(database, new Date())).toEqual([]);

      // The other half of the backup: without its key material the same database opens nothing.
      const blind = await startApi(supervisor, 'blind', { ...environment, KEY_ENCRYPTION_KEYS: otherKeys });
      expect((await fetch(`${blind}/order/guest/${token}`)).ok).toBe(false);
    } finally {
      await database.end();
    }
  },
  8 * LONGEST_MS,
);

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
