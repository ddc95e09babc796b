import { setTimeout } from 'node:timers/promises';
import type { Answer } from '../customers/ask.ts';

/** What a visitor did, and how it was answered. */
export interface Visit {
  readonly isPurchase: boolean;
  readonly answer: Answer;
}

/** One answer: when it was asked for, in milliseconds since the stage began, and how long it took. */
export interface Arrival {
  readonly at: number;
  readonly ms: number;
  readonly status: number;
  readonly isPurchase: boolean;
  /** Whether it named the time to come back. */
  readonly isTimed: boolean;
  /** The first words of an answer that is no success. */
  readonly what: string;
}

export interface Stage {
  /** Asked for per second. */
  readonly rate: number;
  /** For so many milliseconds. */
  readonly forMs: number;
  readonly arrivals: readonly Arrival[];
}

const TICK_MS = 10;
const SHOWN = 160;
/** So many of the requests of a second may be late at any time. */
const TROUBLED = 0.05;

/**
 * Asks at this rate for so many milliseconds, whatever is answered and however late; resolves when the last one was asked for, and `stage`
 * when it was answered.
 */
export async function arrive(rate: number, forMs: number, visit: () => Promise<Visit>): Promise<{ stage: Promise<Stage> }> {
  const visits: Promise<Arrival>[] = [];
  const begun = performance.now();
  for (let now = 0; now < forMs; now = performance.now() - begun) {
    const due = Math.floor((now * rate) / 1000);
    while (visits.length <= due) visits.push(timed(visit, begun));
    await setTimeout(TICK_MS);
  }
  return { stage: Promise.all(visits).then((arrivals) => ({ rate, forMs, arrivals })) };
}

async function timed(visit: () => Promise<Visit>, begun: number): Promise<Arrival> {
  const asked = performance.now();
  const {
    isPurchase,
    answer: { status, isTimed, body },
  } = await visit();
  const what = status >= 200 && status < 300 ? '' : body.slice(0, SHOWN);
  return { at: asked - begun, ms: performance.now() - asked, status, isPurchase, isTimed, what };
}

const isServed = ({ status }: Arrival) => status >= 200 && status < 300;
/** As a shop refuses what it has no room for. */
const isShed = ({ status, isTimed }: Arrival) => status === 503 && isTimed;

/** Whatever is neither served nor refused with the time to come back. A cart that changed is an answer, too. */
export const faultsOf = ({ arrivals }: Stage) =>
  arrivals.filter((one) => !isServed(one) && !isShed(one) && one.status !== 409).map(({ status, what }) => `${status} ${what}`);

export const shareShed = ({ arrivals }: Stage) => arrivals.filter(isShed).length / arrivals.length;

/** Served per second while requests came: what was served afterwards does not count. */
export const servedPerSecond = ({ forMs, arrivals }: Stage) =>
  arrivals.filter((one) => isServed(one) && one.at + one.ms < forMs).length / (forMs / 1000);

/** The milliseconds within which this share of what was served came. */
export function within(share: number, arrivals: readonly Arrival[]): number {
  const waits = arrivals
    .filter(isServed)
    .map(({ ms }) => ms)
    .toSorted((one, other) => one - other);
  return waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? Infinity;
}

/** After how many seconds of the stage two seconds followed in which as good as nothing was refused, or later than that. */
export function calmAfter({ arrivals, forMs }: Stage, lateMs: number): number {
  const seconds = Array.from({ length: Math.floor(forMs / 1000) }, (_, second) =>
    arrivals.filter(({ at }) => Math.floor(at / 1000) === second),
  );
  const isCalm = (second: readonly Arrival[] = []) =>
    second.filter((one) => isShed(one) || one.ms > lateMs).length < second.length * TROUBLED;
  const calm = seconds.findIndex((second, index) => isCalm(second) && isCalm(seconds[index + 1]));
  return calm === -1 ? Infinity : calm;
}
