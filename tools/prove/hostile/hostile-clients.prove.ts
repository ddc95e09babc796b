import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chance } from '../../../apps/api/src/testing/campaigns/chance.ts';
import { report, SEED, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { MemoryWatch, residentMb } from '../load/memory.ts';
import { type ShopOfMany, startShopOfMany } from '../shop-of-many.ts';
import { Attacker, ROUND_MS } from './attacker.ts';
import { type Attack, ATTACKS, LIST, type Target } from './attacks.ts';
import { collectedTexts, fuzzer, type RawRequest } from './fuzz.ts';
import { faultsIn } from './judge.ts';
import { send, type Sent } from './send.ts';
import { Visitors } from './visitors.ts';

const MINUTES = 60_000;
const REQUESTS = sized({ full: 100_000, sample: 3000 });
/** Each kind of request is slower where it is the first one. */
const WARMING = 3000;
/** Connections of an attack that are opened at once, each second. */
const SOCKETS = sized({ full: 400, sample: 100 });
/** For so many seconds each time. */
const ROUNDS = sized({ full: 8, sample: 3 });
const TURNS = 2;
const KINDS = ['wellFormed', 'hostile'] as const;
/** Requests are sent at this rate, whatever the shop does. */
const PER_TICK = 15;
const TICK_MS = 50;
/**
 * What chance does to the slowest visit in a hundred: shop and attacker have two cores. A collection of garbage or a turn of another process
 * delays visits by tens of milliseconds, beside a load that is answered in a few. A sample has so few of them that it is the second slowest.
 */
const NOISE_MS = sized({ full: 100, sample: 200 });
/** The longest wait that an attack may cause, by that beside well-formed requests. */
const longestMs = (compared: Visitors) => Math.max(NOISE_MS, 2 * compared.p99);
const GROWTH_MB = 300;
/** Visitors whom the shop may tell to come back later, beyond those beside well-formed requests. */
const MOST_REFUSED = 0.02;
const OPS_KEY = 'campaigns-key-of-the-staff-of-this-shop';

let shop: ShopOfMany;
let attacker: Attacker;
let memory: MemoryWatch | undefined;

beforeAll(async () => {
  shop = await startShopOfMany({ apis: 2, workers: 1, storefronts: 1, environment: { OPS_DEVELOPMENT_KEY: OPS_KEY } });
  attacker = new Attacker();
}, 3 * MINUTES);
afterAll(async () => {
  memory?.end();
  await attacker?.end();
  await shop?.stop();
}, MINUTES);

const pids = () => [...shop.apiPids(), ...shop.storefrontPids(), ...shop.workerPids()];

const targets = (): Target[] => [
  { server: 'api', origin: shop.apis[0] ?? '' },
  { server: 'storefront', origin: shop.storefronts[0] ?? '' },
];

/** What visitors wait while so many requests are sent. */
async function underLoad(
  next: (index: number) => { origin: string; request: RawRequest },
  requests = REQUESTS,
): Promise<{ visitors: Visitors; sent: Sent[] }> {
  const [api = '', storefront = ''] = [shop.apis[0], shop.storefronts[0]];
  const visitors = new Visitors([`${api}${LIST}`, `${storefront}/`, `${api}/home`]);
  const sendAll = async () => {
    const sent: Promise<Sent>[] = [];
    while (sent.length < requests) {
      for (let count = 0; count < PER_TICK; count += 1) {
        const { origin, request } = next(sent.length);
        sent.push(send(origin, request));
      }
      await setTimeout(TICK_MS);
    }
    return Promise.all(sent);
  };
  return { visitors, sent: await visitors.besides(sendAll()) };
}

/** What visitors wait beside an attack upon API and storefront, and beside the same load of well-formed requests. */
async function waitsBeside(name: string): Promise<{ met: Record<keyof Attack, Visitors>; told: Record<keyof Attack, string> }> {
  const comers = () => new Visitors([`${shop.apis[0]}${LIST}`, `${shop.storefronts[0]}/`]);
  const met = { wellFormed: comers(), hostile: comers() };
  const sums = { wellFormed: { made: 0, refused: 0 }, hostile: { made: 0, refused: 0 } };
  // By turns: what else the machine does delays both alike.
  for (const kind of Array.from({ length: TURNS }, () => KINDS).flat()) {
    const attack = attacker.send({ name, kind, targets: targets(), count: SOCKETS, rounds: ROUNDS });
    // For the same time each: visits after the last round, while one kind is still being answered, would make its share of refused ones smaller.
    await met[kind].besides(setTimeout(ROUNDS * ROUND_MS));
    const { wrong, made, refused } = await attack;
    expect([name, kind, wrong]).toEqual([name, kind, []]);
    sums[kind] = { made: sums[kind].made + made, refused: sums[kind].refused + refused };
  }
  const told = (kind: keyof Attack) => `503 to ${sums[kind].refused} of ${sums[kind].made} connections, ${waits(met[kind])}`;
  return { met, told: { wellFormed: told('wellFormed'), hostile: told('hostile') } };
}

const waits = ({ p99, shareRefused }: Visitors) => `p99 of visitors ${p99.toFixed(0)} ms, ${(100 * shareRefused).toFixed(1)} % refused`;

/** Addresses of visitors are pages, or lead to one. */
const unservedIn = (sent: readonly Sent[]) =>
  sent
    .filter(({ status, canBeRepeated }) => status < 200 || (status >= 400 && !(status === 503 && canBeRepeated)))
    .map(({ status, what }) => `${status} ${what}`);

test(
  `${REQUESTS} hostile requests and what no HTTP client does cause no error of the server, keep memory bounded, and hold up honest visitors at most twice as long as well-formed ones`,
  async () => {
    const paths = ['/home', LIST, '/products/search/game', '/blog/', '/pages/pages'];
    const originOf = (index: number) => (index % 10 === 0 ? shop.storefronts[0] : shop.apis[index % 2]) ?? '';
    const wellFormed = (index: number) => {
      const path = index % 10 === 0 ? '/' : (paths[index % paths.length] ?? '/');
      return { origin: originOf(index), request: { method: 'GET', path, headers: {}, body: '' } };
    };
    // The first of them meet cold processes.
    await underLoad(wellFormed);
    const calm = await underLoad(wellFormed);
    expect(unservedIn(calm.sent)).toEqual([]);
    const processes = pids();
    const before = processes.map(residentMb);
    memory = new MemoryWatch(processes);

    const collected = collectedTexts();
    report(
      collected.length === 0 ? 'no collected hostile texts, as ../shared/data/hostile is missing' : `${collected.length} collected texts`,
    );
    const fuzz = fuzzer(chance(SEED), collected);
    const fuzzed = (index: number) => {
      const request = fuzz();
      const isOps = request.path.startsWith('/ops') && index % 2 === 0;
      return {
        origin: originOf(index),
        request: isOps ? { ...request, headers: { ...request.headers, 'x-ops-key': OPS_KEY } } : request,
      };
    };
    const warming = await underLoad(fuzzed, WARMING);
    const hostile = await underLoad(fuzzed);
    expect(faultsIn([...warming.sent, ...hostile.sent])).toEqual([]);
    expect(hostile.visitors.failures).toEqual([]);
    expect(hostile.visitors.shareRefused).toBeLessThan(calm.visitors.shareRefused + MOST_REFUSED);
    expect(hostile.visitors.p99).toBeLessThan(longestMs(calm.visitors));
    const statuses = Map.groupBy(hostile.sent, ({ status }) => (status === 503 ? '503 with Retry-After' : `${Math.floor(status / 100)}xx`));
    report(
      `${REQUESTS} requests: ${[...statuses]
        .map(([kind, all]) => `${all.length} ${kind}`)
        .toSorted()
        .join(', ')}; ${waits(hostile.visitors)}; beside well-formed requests: ${waits(calm.visitors)}`,
    );

    // Carts, too, meet warm processes.
    await attacker.send({ name: 'JSON in ten thousand levels', kind: 'wellFormed', targets: targets(), count: SOCKETS, rounds: ROUNDS });
    const late: string[] = [];
    for (const name of Object.keys(ATTACKS)) {
      const { met, told } = await waitsBeside(name);
      const { hostile: beside, wellFormed: compared } = met;
      const figures = `${name}: ${told.hostile}; beside the same load of well-formed requests: ${told.wellFormed}`;
      report(figures);
      expect([name, beside.failures]).toEqual([name, []]);
      const isLate = beside.p99 >= longestMs(compared);
      if (isLate || beside.shareRefused >= compared.shareRefused + MOST_REFUSED) late.push(figures);
    }
    const grown = memory.end().map((most, index) => Math.round(most - (before[index] ?? 0)));
    report(`memory grew by at most ${grown.join(', ')} MB`);
    expect(late).toEqual([]);
    expect(pids()).toEqual(processes);
    expect(Math.max(...grown)).toBeLessThan(GROWTH_MB);
  },
  60 * MINUTES,
);
