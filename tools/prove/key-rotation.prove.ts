import { createDecipheriv } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { brokenInvariants } from '../../apps/api/src/testing/invariants/invariants.ts';
import type { ProcessMark } from '../supervisor/process-mark.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { type BuyerOfShop, checkOut, control, eventually, gamesInStock, mails } from './buyer.ts';
import { startApi, startWorker } from './one-process.ts';
import { type ShopOfMany, startShopOfMany } from './shop-of-many.ts';

const LONGEST_MS = 60_000;
const MANY = 20_000;
const KILLS = 2;
const OPS_KEY = 'proof-key-of-the-staff-of-this-shop';
const material = { 1: Buffer.alloc(32, 'a'), 2: Buffer.alloc(32, 'b') } as const;
const entry = (version: 1 | 2) => `${version}:${material[version].toString('base64')}`;
const onlyOld = { KEY_ENCRYPTION_KEYS: entry(1) };
const newIsKnown = { KEY_ENCRYPTION_KEYS: `${entry(1)},${entry(2)}`, KEY_ENCRYPTION_VERSION: '1' };
const newEncrypts = { KEY_ENCRYPTION_KEYS: `${entry(1)},${entry(2)}` };
const onlyNew = { KEY_ENCRYPTION_KEYS: entry(2) };

/** The way of docs/how-to/operators/rotate-encryption-keys.md, with the shop open. */
let shop: ShopOfMany;
let database: pg.Client;
let buyer: BuyerOfShop;
let kinguinId: number;
const scratch = mkdtempSync(join(tmpdir(), 'keyturn-rotation-'));
/** Ended together, those that were started last first. */
const started: Supervisor[] = [];
/** The API processes that stand behind the proxy now. */
let apis: string[] = [];

beforeAll(async () => {
  shop = await startShopOfMany({ apis: 1, workers: 1, environment: { ...onlyOld, OPS_DEVELOPMENT_KEY: OPS_KEY } });
  database = new pg.Client({ connectionString: shop.databaseUrl });
  await database.connect();
  apis = [...shop.apis];
  const { sandbox, mailbox } = shop.settings.origins;
  buyer = { api: apis[0] ?? '', sandbox, mailbox };
  kinguinId = (await gamesInStock(buyer))[0]?.kinguinId ?? 0;
}, 2 * LONGEST_MS);
afterAll(async () => {
  await database?.end();
  for (const supervisor of started.toReversed()) await supervisor.stop();
  await shop?.stop();
  rmSync(scratch, { recursive: true, force: true });
}, LONGEST_MS);

const ops = (api: string, method: 'GET' | 'POST', path: string, body?: object) =>
  fetch(`${api}/ops/${path}`, {
    method,
    headers: { 'x-ops-key': OPS_KEY, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

async function upload(api: string, names: readonly string[]): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([names.join('\n')]), 'keys.txt');
  const answer = await fetch(`${api}/ops/keys?product=${kinguinId}&reason=a+proof`, {
    method: 'POST',
    headers: { 'x-ops-key': OPS_KEY },
    body: form,
  });
  expect(await answer.json()).toMatchObject({ accepted: names.length });
}

/** Buys one piece; answers the link's token of the mail. */
async function buy(email: string): Promise<string> {
  await control(buyer, `sessions/${await checkOut({ api: apis.at(-1) ?? '' }, { kinguinId, email })}/pay`);
  const mail = await eventually(
    async () => (await mails(buyer)).find(({ to }) => to[0]?.address === email),
    (sent) => sent !== undefined,
    LONGEST_MS,
  );
  return /\/order\/guest\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** The processes of one step of the change; `end` ends them. */
function processes(): { supervisor: Supervisor; pids(): number[] } {
  let marks: ProcessMark[] = [];
  const supervisor = new Supervisor({ logFolder: join(scratch, `logs-${started.length}`), remember: (children) => (marks = children) });
  started.push(supervisor);
  return { supervisor, pids: () => marks.map(({ pid }) => pid) };
}

/** Looks more often than one operator may in an hour: what was counted is forgotten before each look. */
async function look(api: string, keyId: string | undefined): Promise<Response> {
  await database.query('delete from rate_limit');
  return ops(api, 'POST', `keys/${keyId}/look`, { reason: 'a proof' });
}

/** Decrypts keys of stock and orders on every serving process until stopped: each must succeed. */
function openAgainAndAgain(token: string): { end(): Promise<{ opened: number; closed: string[] }> } {
  let isOver = false;
  let opened = 0;
  const closed: string[] = [];
  const open = async () => {
    for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const { rows } = await database.query<{ id: string }>('select id from stock_key offset floor(random() * $1) limit 1', [MANY]);
      for (const api of [...apis]) {
        const looked = await look(api, rows[0]?.id);
        const order = await fetch(`${api}/order/guest/${token}`);
        const hasKey = looked.ok && 'kind' in ((await looked.json()) as object);
        const hasOrder = order.ok && ((await order.json()) as { keys: unknown[] }).keys.length === 1;
        if (hasKey && hasOrder) opened += 1;
        else closed.push(`key ${looked.status}, order ${order.status}`);
      }
    }
  };
  const opening = open().catch((error: unknown) => closed.push(String(error)));
  return {
    end: async () => {
      isOver = true;
      await opening;
      return { opened, closed };
    },
  };
}

const left = async () =>
  (await database.query<{ count: number }>('select count(*)::int as count from stock_key where key_version = 1')).rows[0]?.count ?? 0;

test(
  'the key of the keys is changed while the shop is open and workers are killed: every key opens all the time, and at the end without the old one',
  async () => {
    const env = { ...shop.settings.environment };
    const uploaded = Array.from({ length: MANY }, (_, index) => `ROTATED-${String(index).padStart(6, '0')}`);
    await upload(apis[0] ?? '', uploaded);
    const token = await buy('before@example.com');
    const opening = openAgainAndAgain(token);

    // First every process gets the new version; none encrypts with it, so that those without it can decrypt everything.
    const knowing = processes();
    apis.push(await startApi(knowing.supervisor, 'api', { ...env, ...newIsKnown }));
    await startWorker(knowing.supervisor, 'worker', { ...env, ...newIsKnown });
    await upload(apis[1] ?? '', ['ROTATED-FIRST-STEP']);
    apis = apis.slice(1);
    await shop.endProcesses();

    const encrypting = processes();
    apis.push(await startApi(encrypting.supervisor, 'api', { ...env, ...newEncrypts }));
    await upload(apis[1] ?? '', ['ROTATED-SECOND-STEP']);
    // The stand-in reports payments to the address that it was given.
    const worker = processes();
    await startWorker(worker.supervisor, 'worker', { ...env, ...newEncrypts });
    apis = apis.slice(1);
    await knowing.supervisor.stop();

    const [api = ''] = apis;
    expect((await ops(api, 'POST', 'keys/rotation', { reason: 'a proof' })).status).toBe(200);
    let remaining = await left();
    expect(remaining).toBeGreaterThanOrEqual(MANY);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = remaining;
      remaining = await eventually(left, (count) => count < before, LONGEST_MS, 5);
      const [pid = 0] = worker.pids();
      process.kill(pid, 'SIGKILL');
      remaining = await left();
      expect(remaining).toBeGreaterThan(0);
      expect(await (await ops(api, 'GET', 'keys/rotation')).json()).toMatchObject({ state: 'running' });
      await eventually(
        async () => worker.pids(),
        ([again]) => again !== undefined && again !== pid,
        LONGEST_MS,
      );
    }
    await eventually(
      async () => (await (await ops(api, 'GET', 'keys/rotation')).json()) as { state: string; remaining: number },
      ({ state }) => state === 'done',
      2 * LONGEST_MS,
    );
    const { opened, closed } = await opening.end();
    expect(closed).toEqual([]);
    expect(opened).toBeGreaterThan(50);
    expect(await left()).toBe(0);
    expect((await keysUnder(2)).filter((key) => key.startsWith('ROTATED-'))).toEqual(
      [...uploaded, 'ROTATED-FIRST-STEP', 'ROTATED-SECOND-STEP'].toSorted(),
    );

    await worker.supervisor.stop();
    await encrypting.supervisor.stop();
    const last = processes();
    apis = [await startApi(last.supervisor, 'api', { ...env, ...onlyNew, API_ORIGIN: shop.settings.origins.api })];
    const { rows } = await database.query<{ id: string }>('select id from stock_key order by random() limit 20');
    for (const { id } of rows) expect((await look(apis[0] ?? '', id)).status).toBe(200);
    // Its link was signed under the old version.
    expect((await fetch(`${apis[0]}/order/guest/${token}`)).status).toBe(404);
    expect(await brokenInvariants(database, new Date())).toEqual([]);
  },
  6 * LONGEST_MS,
);

/** Every key, decrypted here with the material of one version alone, sorted. */
async function keysUnder(version: 1 | 2): Promise<string[]> {
  const { rows } = await database.query<{ id: string; product_id: string; ciphertext: Buffer; nonce: Buffer }>(
    'select id, product_id, ciphertext, nonce from stock_key',
  );
  return rows
    .map(({ id, product_id, ciphertext, nonce }) => {
      const decipher = createDecipheriv('aes-256-gcm', material[version], nonce).setAAD(Buffer.from(`${id}/${product_id}`));
      decipher.setAuthTag(ciphertext.subarray(-16));
      const text = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]).toString();
      return String((JSON.parse(text) as { key?: string }).key);
    })
    .toSorted();
}
