import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { report, SEED, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { chance } from '../../../apps/api/src/testing/campaigns/chance.ts';
import { brokenInvariants } from '../../../apps/api/src/testing/invariants/invariants.ts';
import { eventually, gamesInStock } from '../buyer.ts';
import { copyDeliveredOrders } from './copies.ts';
import { Load, type Told } from './load.ts';
import { buildRelease, findReleases, type Release } from './release.ts';
import { type ReleasedShop, type Running, startReleasedShop, thisVersion } from './released-shop.ts';

/** Copies of each order that the first version has delivered: in full a hundred thousand orders. With a million, indexes that former
 * migrations build keep buyers waiting for longer than is allowed here; a migration that has run is not changed (docs/how-to/operators/upgrade.md). */
const COPIES = sized({ full: 1000, sample: 200 });
/** Sold before, in between and after each change. */
const SALES = sized({ full: 100, sample: 15 });
/** A call may wait for a table that a migration has locked for so long, and no longer. */
const LONGEST_ANSWER_MS = 10_000;
const LONGEST_MS = sized({ full: 40 * 60_000, sample: 4 * 60_000 });
const SOON_MS = 120_000;
/** Products with fewer keys would be sold out by the buyers. */
const ENOUGH_KEYS = 30;

let first: Release;
let before: Release;
let shop: ReleasedShop;
let database: pg.Client;
const running: Running[] = [];

beforeAll(async () => {
  const releases = await findReleases();
  first = await buildRelease(releases.first);
  before = await buildRelease(releases.before);
}, SOON_MS);
afterAll(() => {
  first?.remove();
  before?.remove();
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  await database?.end();
  await shop?.stop();
}, SOON_MS);

async function begin(release: Release): Promise<void> {
  shop = await startReleasedShop();
  database = new pg.Client({ connectionString: shop.databaseUrl });
  await database.connect();
  await shop.command(release, 'migrate');
  await shop.command(release, 'seed-demo');
}

async function start(release: Pick<Release, 'script'>, name: string): Promise<Running> {
  const one = await shop.start(release, name);
  running.push(one);
  return one;
}

async function end(one: Running): Promise<void> {
  running.splice(running.indexOf(one), 1);
  await one.stop();
}

/** Readers and buyers at one API process; the seed says who buys what. */
async function load({ api }: Running): Promise<Load> {
  const games = (await gamesInStock({ api })).filter(({ qty }) => qty >= ENOUGH_KEYS).map(({ kinguinId }) => kinguinId);
  const next = chance(SEED);
  return new Load(
    { api, ...shop.origins },
    games
      .map((id) => ({ id, place: next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ id }) => id),
  );
}

const sells = (people: Load, more = SALES, sold = people.sold) =>
  eventually(
    async () => people.sold,
    (count) => count >= sold + more || people.faultCount > 0,
    SOON_MS,
  );

/** Fails with what the version has logged. */
function expectUndisturbed(told: Told, name: string): void {
  const found = disturbances(told);
  expect(found.length === 0 ? [] : [...found, ...shop.errorsOf(name)]).toEqual([]);
}

/** What no client may meet while its shop is upgraded. */
const disturbances = ({ faults, longestMs }: Told) => [
  ...faults,
  ...(longestMs > LONGEST_ANSWER_MS ? [`an answer after ${Math.round(longestMs)} ms`] : []),
];

/** Waits until every order that somebody has paid is delivered: one that is lost would never be. */
function delivered(paid: readonly string[]): Promise<unknown> {
  const query = `select session_id from shop_order where status = 'completed' and session_id = any($1)`;
  return eventually(
    async () => {
      const done = new Set((await database.query<{ session_id: string }>(query, [paid])).rows.map(({ session_id }) => session_id));
      return paid.filter((session) => !done.has(session));
    },
    (missing) => missing.length === 0,
    SOON_MS,
  );
}

const inWords = ({ paid, reads, retried, longestMs }: Told) =>
  `${paid.length} paid, ${reads} pages, ${retried} asked to come back, longest answer ${Math.round(longestMs)} ms`;

test(
  'a database that the first version filled goes through all migrations while that version sells; then the one before this, and this one, sell on it',
  async () => {
    await begin(first);
    const oldest = await start(first, 'first');
    const filling = await load(oldest);
    await sells(filling);
    const filled = await filling.end();
    expectUndisturbed(filled, 'first');
    await delivered(filled.paid);
    const orders = await copyDeliveredOrders(database, COPIES);

    const during = await load(oldest);
    await sells(during);
    const startedAt = performance.now();
    const ran = await shop.command(thisVersion, 'migrate');
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    await sells(during);
    const whileMigrating = await during.end();
    expectUndisturbed(whileMigrating, 'first');
    report(`${ran} in ${seconds} s on ${orders} orders, the first version selling: ${inWords(whileMigrating)}`);

    await end(oldest);
    const former = await start(before, 'before');
    const onNewest = await load(former);
    await sells(onNewest);
    const byFormer = await onNewest.end();
    expectUndisturbed(byFormer, 'before');
    await end(former);
    const newest = await start(thisVersion, 'this');
    const onThis = await load(newest);
    await sells(onThis);
    const byThis = await onThis.end();
    expectUndisturbed(byThis, 'this');
    await delivered([filled, whileMigrating, byFormer, byThis].flatMap(({ paid }) => paid));
    expect(await brokenInvariants(database, new Date())).toEqual([]);
    report(`the version before on the newest schema: ${inWords(byFormer)}; this one: ${inWords(byThis)}`);
  },
  LONGEST_MS,
);

test(
  'the version before sells while the newest migrations run; a renamed column, and a table locked for long, are noticed',
  async () => {
    await begin(before);
    const former = await start(before, 'before');
    const people = await load(former);
    await sells(people);
    const ran = await shop.command(thisVersion, 'migrate');
    await sells(people);
    const told = await people.end();
    expectUndisturbed(told, 'before');
    await delivered(told.paid);
    expect(await brokenInvariants(database, new Date())).toEqual([]);
    report(`${ran} while the version before sold: ${inWords(told)}`);

    const atRename = await load(former);
    await database.query('alter table listing rename column stock to keys_in_stock');
    await eventually(
      async () => atRename.faultCount,
      (count) => count > 0,
      SOON_MS,
    );
    await database.query('alter table listing rename column keys_in_stock to stock');
    expect(disturbances(await atRename.end())).toContainEqual(expect.stringMatching(/^500 from/));

    const atLock = await load(former);
    await database.query('begin; lock table listing in access exclusive mode');
    await eventually(
      async () => atLock.waitingMs(),
      (ms) => ms > LONGEST_ANSWER_MS,
      SOON_MS,
    );
    await database.query('rollback');
    expect(disturbances(await atLock.end())).toContainEqual(expect.stringMatching(/^an answer after/));
  },
  LONGEST_MS,
);
