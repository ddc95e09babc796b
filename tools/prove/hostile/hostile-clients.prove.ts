import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chance } from '../../../apps/api/src/testing/campaigns/chance.ts';
import { report, SEED, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { residentMb } from '../load/memory.ts';
import { type ShopOfMany, startShopOfMany } from '../shop-of-many.ts';
import { ATTACKS, goodRequests, LIST } from './attacks.ts';
import { fuzzer, type RawRequest } from './fuzz.ts';
import { send, type Sent } from './send.ts';
import { Visitors } from './visitors.ts';

const MINUTES = 60_000;
const REQUESTS = sized({ full: 100_000, sample: 3000 });
/** Each kind of request is slower where it is the first one. */
const WARMING = 3000;
const SOCKETS = sized({ full: 1000, sample: 100 });
/** An attack comes again and again for so long: a single burst is over before enough visitors have met it. */
const ATTACK_MS = sized({ full: 15_000, sample: 4000 });
/** Requests are sent at this rate, whatever the shop does. */
const PER_TICK = 15;
const TICK_MS = 50;
/** Nobody notices a page that is late by less. */
const UNNOTICED_MS = 200;
const GROWTH_MB = 300;
/** Visitors whom the shop may tell to come back later, beyond those beside well-formed requests. */
const MOST_REFUSED = 0.02;
const OPS_KEY = 'campaigns-key-of-the-staff-of-this-shop';

let shop: ShopOfMany;

beforeAll(async () => {
  shop = await startShopOfMany({ apis: 2, workers: 1, storefronts: 1, environment: { OPS_DEVELOPMENT_KEY: OPS_KEY } });
}, 3 * MINUTES);
afterAll(() => shop?.stop(), MINUTES);

const pids = () => [...shop.apiPids(), ...shop.storefrontPids(), ...shop.workerPids()];
const memoryMb = () => pids().map(residentMb);

/** What visitors wait while so many requests are sent. */
async function underLoad(
  next: (index: number) => { origin: string; request: RawRequest },
  requests = REQUESTS,
): Promise<{ visitors: Visitors; sent: Sent[] }> {
  const [api = '', storefront = ''] = [shop.apis[0], shop.storefronts[0]];
  const visitors = new Visitors([`${api}${LIST}`, `${storefront}/`, `${api}/home`]);
  const sent: Promise<Sent>[] = [];
  while (sent.length < requests) {
    for (let count = 0; count < PER_TICK; count += 1) {
      const { origin, request } = next(sent.length);
      sent.push(send(origin, request));
    }
    await setTimeout(TICK_MS);
  }
  const answers = await Promise.all(sent);
  await visitors.end();
  return { visitors, sent: answers };
}

/** What visitors wait while an attack comes upon API and storefront, again and again. */
async function besides(attack: (origin: string, count: number) => Promise<string[]>): Promise<{ visitors: Visitors; heard: string[] }> {
  const [api = '', storefront = ''] = [shop.apis[0], shop.storefronts[0]];
  const visitors = new Visitors([`${api}${LIST}`, `${storefront}/`]);
  const heard: string[] = [];
  const endsAt = performance.now() + ATTACK_MS;
  while (performance.now() < endsAt) heard.push(...(await Promise.all([attack(api, SOCKETS), attack(storefront, SOCKETS)])).flat());
  await visitors.end();
  return { visitors, heard };
}

const waits = ({ p99, shareRefused }: Visitors) => `p99 of visitors ${p99.toFixed(0)} ms, ${(100 * shareRefused).toFixed(1)} % refused`;

const faultsIn = (sent: readonly Sent[]) =>
  sent
    .filter(({ status, canBeRepeated }) => status < 0 || (status >= 500 && !(status === 503 && canBeRepeated)))
    .map(({ status, what }) => `${status} ${what}`);

test(
  `${REQUESTS} hostile requests cause no error of the server, keep memory bounded, and hold up honest visitors at most twice as long as well-formed ones`,
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
    const before = memoryMb();
    const processes = pids();

    const fuzz = fuzzer(chance(SEED));
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
    expect(hostile.visitors.p99).toBeLessThan(Math.max(UNNOTICED_MS, 2 * calm.visitors.p99));
    const statuses = Map.groupBy(hostile.sent, ({ status }) =>
      status === 503 ? '503 with Retry-After' : status === 0 ? 'cut' : `${Math.floor(status / 100)}xx`,
    );
    report(
      `${REQUESTS} requests: ${[...statuses]
        .map(([kind, all]) => `${all.length} ${kind}`)
        .toSorted()
        .join(', ')}; ${waits(hostile.visitors)}; beside well-formed requests: ${waits(calm.visitors)}`,
    );

    // Waits are reported, not bounded: visitors are counted by the process that makes the attacks, which are heavier to send than good requests.
    await besides(goodRequests);
    for (const [name, attack] of Object.entries({ 'good requests at once': goodRequests, ...ATTACKS })) {
      const { visitors, heard } = await besides(attack);
      report(`${name}: ${waits(visitors)}`);
      expect([name, heard.filter((text) => /^HTTP\S+ 5/.test(text) && !/^HTTP\S+ 503[^]+^retry-after:/im.test(text))]).toEqual([name, []]);
      expect([name, visitors.failures]).toEqual([name, []]);
    }
    expect(pids()).toEqual(processes);
    const grown = memoryMb().map((now, index) => Math.round(now - (before[index] ?? 0)));
    report(`memory grew by ${grown.join(', ')} MB`);
    expect(Math.max(...grown)).toBeLessThan(GROWTH_MB);
  },
  60 * MINUTES,
);
