import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Failure } from '../shared/failure.ts';
import { fillHome } from './catalogue.ts';
import { startCatalogueShop } from './catalogue-shop.ts';
import { chance } from '../../apps/api/src/testing/campaigns/chance.ts';
import { load } from './load.ts';
import { median, type Row } from './measure.ts';

const LOGINS_A_SECOND = 4;
const ROUNDS = 3;
const SECONDS = 8;
/** Pairs of a known and an unknown address per call; a hash makes a call slow, so fewer of those. */
const PAIRS = { login: 150, signup: 150, 'forgot-password': 400, 'resend-verification': 400 } as const;
/** Exceeded by chance in one of 370 runs. */
const MOST_Z = 3;
const PASSWORD = 'unheard-of-47-words';

/** The cost of a login, whether it delays other requests, and whether the timing of login and sign-up reveals accounts. */
export function loginRows(): Promise<Row[]> {
  return withAccount(async (origin, known) => [
    await costRow(origin, known),
    await holdUpRow(origin, known),
    ...(await timingRows(origin, known, ['login', 'signup'])),
  ]);
}

/** Whether the timing of requesting a link reveals accounts. */
export function mailedLinkRows(): Promise<Row[]> {
  return withAccount((origin, known) => timingRows(origin, known, ['forgot-password', 'resend-verification']));
}

async function withAccount(measure: (origin: string, known: string) => Promise<Row[]>): Promise<Row[]> {
  const shop = await startCatalogueShop(2000);
  try {
    await fillHome(shop.databaseUrl);
    const known = 'known@example.com';
    await call(shop.cachingShop, 'signup', { username: 'Ada', lastname: 'Known', email: known, password: PASSWORD }, 201);
    return await measure(shop.cachingShop, known);
  } finally {
    await shop.stop();
  }
}

/** Beside the hash a login is three short queries: what a refused reset link costs, too. */
async function costRow(origin: string, email: string): Promise<Row> {
  const rest: number[] = [];
  const logins: number[] = [];
  for (let count = 0; count < 30; count += 1) {
    rest.push(await call(origin, 'verify-otp', { otp: 'unknown' }, 400));
    logins.push(await call(origin, 'login', { email, password: PASSWORD }, 200));
  }
  const cost = median(logins) - median(rest);
  return {
    what: 'Argon2id of one login, median of 30',
    measured: `${cost.toFixed(0)} ms`,
    baseline: '',
    ratio: '',
    bar: '50 to 250 ms',
    isHeld: cost >= 50 && cost <= 250,
  };
}

async function holdUpRow(origin: string, email: string): Promise<Row> {
  await load(origin, ['/home'], { connections: 32, seconds: 2 });
  const most = await load(origin, ['/home'], { connections: 32, seconds: SECONDS });
  const half = { connections: 32, seconds: SECONDS, perSecond: Math.floor(most.perSecond / 2) };
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push((await load(origin, ['/home'], half)).p99);
    const stop = logInSteadily(origin, email);
    beside.push((await load(origin, ['/home'], half)).p99);
    await stop();
  }
  const ratio = median(beside) / median(alone);
  return {
    what: `p99 of home at ${half.perSecond} a second beside ${LOGINS_A_SECOND} logins a second`,
    measured: `${median(beside).toFixed(0)} ms`,
    baseline: `${median(alone).toFixed(0)} ms`,
    ratio: `${ratio.toFixed(2)} ×`,
    bar: 'at most 2 ×',
    isHeld: ratio <= 2,
  };
}

/** Starts a login every quarter of a second, whether the one before is done or not. */
function logInSteadily(origin: string, email: string): () => Promise<void> {
  const running: Promise<unknown>[] = [];
  const timer = setInterval(() => running.push(call(origin, 'login', { email, password: PASSWORD }, 200)), 1000 / LOGINS_A_SECOND);
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
  };
}

/** Known and unknown addresses in pairs of random order, so that other load on the computer affects both alike. */
async function timingRows(origin: string, known: string, names: readonly (keyof typeof PAIRS)[]): Promise<Row[]> {
  const next = chance(20_261_122);
  let count = 0;
  const unknown = () => `unknown${(count += 1)}@example.com`;
  const calls: Record<keyof typeof PAIRS, (email: string) => Promise<number>> = {
    login: (email) => call(origin, 'login', { email, password: 'not the password' }, 401),
    signup: (email) => call(origin, 'signup', { username: 'Ada', lastname: 'Known', email, password: PASSWORD }, 201),
    'forgot-password': (email) => call(origin, 'forgot-password', { email }, 200),
    'resend-verification': (email) => call(origin, 'resend-verification', { email }, 200),
  };
  // An address that was asked about before costs another statement than a new one: of links, both are asked for again and again.
  const asOften = (name: keyof typeof calls) => (name === 'login' || name === 'signup' ? unknown() : 'nobody@example.com');
  const rows: Row[] = [];
  for (const name of names) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let pair = 0; pair < PAIRS[name]; pair += 1) {
      const isKnownFirst = next() < 0.5;
      for (const isKnown of [isKnownFirst, !isKnownFirst])
        (isKnown ? times.known : times.unknown).push(await calls[name](isKnown ? known : asOften(name)));
      // A right one forgives the wrong ones: after three of them a captcha is asked for.
      if (name === 'login') await call(origin, 'login', { email: known, password: PASSWORD }, 200);
      await setTimeout(1);
    }
    const z = rankSumZ(times.known, times.unknown);
    rows.push({
      what: `${name}: rank-sum test of ${PAIRS[name]} known against as many unknown addresses`,
      measured: `z ${z.toFixed(2)}`,
      baseline: '',
      ratio: `${(median(times.known) / median(times.unknown)).toFixed(3)} ×`,
      bar: `within ±${MOST_Z}`,
      isHeld: Math.abs(z) <= MOST_Z,
    });
  }
  return rows;
}

/** Mann and Whitney: how far the ranks of `a` among all are from chance, in standard deviations. */
function rankSumZ(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((time) => ({ time, isOfA: true })), ...b.map((time) => ({ time, isOfA: false }))].toSorted(
    (x, y) => x.time - y.time,
  );
  const sum = all.reduce((ranks, { isOfA }, index) => ranks + (isOfA ? index + 1 : 0), 0);
  const u = sum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  return (u - mean) / Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
}

/** Milliseconds of one POST. */
async function call(origin: string, name: string, body: object, status: number): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${origin}/user/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const took = performance.now() - start;
  if (answer.status !== status) throw new Failure(`${name} answered ${answer.status}: ${text.slice(0, 200)}`);
  return took;
}
