import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chance } from '../../../apps/api/src/testing/campaigns/chance.ts';
import { report, SEED, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { OPS_KEY } from '../customers/stocked-shop.ts';
import { MemoryWatch, residentMb } from '../load/memory.ts';
import { type ShopOfMany, startShopOfMany } from '../shop-of-many.ts';
import { Attacker, ROUND_MS } from './attacker.ts';
import { type Attack, ATTACKS, DEEP_JSON, LIST, SILENT, type Target } from './attacks.ts';
import { collectedTexts, fuzzer, type RawRequest } from './fuzz.ts';
import { excessIn, faultsIn, told } from './judge.ts';
import { send, type Sent } from './send.ts';
import { Visitors } from './visitors.ts';

const MINUTES = 60_000;
const REQUESTS = sized({ full: 100_000, sample: 3000 });
/** To warm the shop, as each kind of request is slower where it is the first one, and for more visits. */
const FEW = 3000;
/** Connections of an attack to each of API and storefront in a round of `ROUND_MS`: about half of what they carry of well-formed ones. */
const SOCKETS = 10;
/** For so many milliseconds each time. */
const TURN_MS = sized({ full: 8000, sample: 3000 });
/** All attacks come so often, one after the other. */
const TURNS = sized({ full: 3, sample: 2 });
const REST_MS = 2000;
const KINDS = ['wellFormed', 'hostile'] as const;
/** Requests are sent at this rate, whatever the shop does. */
const PER_TICK = 15;
const TICK_MS = 50;
/** What a process may hold at any time beyond what it held before the attacks. */
const GROWTH_MB = 200;
/**
 * And after the last turn of all attacks, beyond what it held after the first one: what stays of an attack comes again with each. The heap of a
 * process that has just started grows by up to 40 MB then.
 */
const REPEATED_MB = 75;

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

const everyone = () => new Visitors([`${shop.apis[0]}${LIST}`, `${shop.storefronts[0]}/`, `${shop.apis[0]}/home`]);

/** Sends so many requests while visitors come. */
function underLoad(
  visitors: Visitors,
  next: (index: number) => { origin: string; request: RawRequest },
  requests: number,
): Promise<Sent[]> {
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
  return visitors.besides(sendAll());
}

/** An attack upon API and storefront, and the same load of well-formed requests. */
class Comparison {
  private readonly name: string;
  private readonly met: Record<keyof Attack, Visitors>;
  private readonly sums = { wellFormed: { made: 0, refused: 0 }, hostile: { made: 0, refused: 0 } };

  constructor(name: string) {
    const comers = () => new Visitors([`${shop.apis[0]}${LIST}`, `${shop.storefronts[0]}/`]);
    this.name = name;
    this.met = { wellFormed: comers(), hostile: comers() };
  }

  /** One after the other: what else the machine does delays both alike. */
  async turn(): Promise<void> {
    for (const kind of KINDS) {
      const attack = sendAttack(this.name, kind);
      // For the same time each: visits after the last round, while one kind is still being answered, would make its share of refused ones smaller.
      await this.met[kind].besides(setTimeout(TURN_MS));
      const { wrong, made, refused, ended } = await attack;
      expect([this.name, kind, wrong, this.met[kind].failures]).toEqual([this.name, kind, [], []]);
      // As many were open as a process keeps.
      if (this.name === SILENT && kind === 'hostile') expect(ended).toBeGreaterThan(0);
      this.sums[kind].made += made;
      this.sums[kind].refused += refused;
    }
  }

  get figures(): string {
    const side = (kind: keyof Attack) =>
      `503 to ${this.sums[kind].refused} of ${this.sums[kind].made} connections, ${told(this.met[kind])}`;
    return `${this.name}: ${side('hostile')}; beside the same load of well-formed requests: ${side('wellFormed')}`;
  }

  get excess(): string[] {
    return excessIn(this.met.hostile, this.met.wellFormed).map((text) => `${this.name}: ${text}`);
  }
}

const sendAttack = (name: string, kind: keyof Attack) =>
  attacker.send({ name, kind, targets: targets(), count: SOCKETS, rounds: TURN_MS / ROUND_MS });

/** How many were answered by what. */
const kindsOf = (sent: readonly Sent[]) =>
  [...Map.groupBy(sent, ({ status }) => (status === 503 ? '503 with Retry-After' : `${Math.floor(status / 100)}xx`))]
    .map(([kind, all]) => `${all.length} ${kind}`)
    .toSorted()
    .join(', ');

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
    await underLoad(everyone(), wellFormed, FEW);
    const calm = everyone();
    expect(unservedIn(await underLoad(calm, wellFormed, REQUESTS))).toEqual([]);
    const processes = pids();
    const before = processes.map(residentMb);
    memory = new MemoryWatch(processes);
    const beyond = (held: readonly number[]) => held.map((mb, index) => Math.round(mb - (before[index] ?? 0)));

    const collected = collectedTexts();
    const fuzz = fuzzer(chance(SEED), collected);
    const fuzzed = (index: number) => {
      const request = fuzz();
      const isOps = request.path.startsWith('/ops') && index % 2 === 0;
      return {
        origin: originOf(index),
        request: isOps ? { ...request, headers: { ...request.headers, 'x-ops-key': OPS_KEY } } : request,
      };
    };
    const sent = await underLoad(everyone(), fuzzed, FEW);
    const beside = everyone();
    const hostile = await underLoad(beside, fuzzed, REQUESTS);
    sent.push(...hostile);
    for (let more = 0; more < TURNS && excessIn(beside, calm).length > 0; more += 1) {
      expect(unservedIn(await underLoad(calm, wellFormed, FEW))).toEqual([]);
      sent.push(...(await underLoad(beside, fuzzed, FEW)));
    }
    expect(faultsIn(sent)).toEqual([]);
    expect([...beside.failures, ...excessIn(beside, calm)]).toEqual([]);
    const texts = collected.length === 0 ? 'without collected texts: no ../shared/data/hostile' : `${collected.length} collected texts`;
    report(`${REQUESTS} requests (${texts}): ${kindsOf(hostile)}; ${told(beside)}; beside well-formed requests: ${told(calm)}`);

    // Carts, too, meet warm processes.
    await sendAttack(DEEP_JSON, 'wellFormed');
    const comparisons = Object.keys(ATTACKS).map((name) => new Comparison(name));
    /** What each process holds when all attacks have come once more, beyond what it held before. */
    const held: number[][] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const comparison of comparisons) await comparison.turn();
      await setTimeout(REST_MS);
      held.push(beyond(processes.map(residentMb)));
    }
    // Who seems late once may be so by chance: visits of more turns count beside the first ones.
    let repeated = 0;
    for (const comparison of comparisons)
      for (let more = 0; more < TURNS && comparison.excess.length > 0; more += 1) {
        await comparison.turn();
        repeated += 1;
      }
    for (const { figures } of comparisons) report(figures);
    const grown = beyond(memory.end());
    const afterTurns = held.map((one) => one.join(', ')).join(' and then ');
    report(
      `memory grew by at most ${grown.join(', ')} MB; after each turn of all attacks it was ${afterTurns} MB more; single attacks compared once more, because visitors seemed late: ${repeated}`,
    );
    expect(comparisons.flatMap(({ excess }) => excess)).toEqual([]);
    expect(pids()).toEqual(processes);
    const [first = [], last = []] = [held.at(0), held.at(-1)];
    expect(Math.max(...last.map((mb, index) => mb - (first[index] ?? 0)))).toBeLessThan(REPEATED_MB);
    expect(Math.max(...grown)).toBeLessThan(GROWTH_MB);
  },
  60 * MINUTES,
);
