import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { type Attack, ATTACKS, type Target } from './attacks.ts';
import { refusedIn, wrongIn } from './judge.ts';
import type { Heard } from './send.ts';

/** A round of connections comes so often: all of a second at once would delay visitors even where each of them costs little. */
export const ROUND_MS = 100;

interface AttackPlan {
  readonly name: string;
  readonly kind: keyof Attack;
  readonly targets: readonly Target[];
  /** Connections of a round to each target. */
  readonly count: number;
  readonly rounds: number;
}

interface Outcome {
  /** What no client may get. */
  readonly wrong: readonly string[];
  /** Connections in all, and those that were answered with 503 and `Retry-After`. */
  readonly made: number;
  readonly refused: number;
  /** Those that the shop ended, at the target where they were fewest. */
  readonly ended: number;
}

/** Makes attacks and the well-formed loads beside them in a thread of its own: sending them must not delay who counts what visitors wait. */
export class Attacker {
  private readonly worker = new Worker(import.meta.filename);

  async send(plan: AttackPlan): Promise<Outcome> {
    this.worker.postMessage(plan);
    const [outcome] = (await once(this.worker, 'message')) as [Outcome];
    return outcome;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

async function carryOut({ name, kind, targets, count, rounds }: AttackPlan): Promise<Outcome> {
  const load = ATTACKS[name]?.[kind];
  if (!load) throw new Error(`There is no attack ${name}`);
  const ofTargets = await Promise.all(targets.map((target) => inRounds(rounds, () => load(target, count))));
  const heard = ofTargets.flat();
  return { wrong: wrongIn(kind, heard), made: heard.length, refused: refusedIn(heard), ended: Math.min(...ofTargets.map(endedIn)) };
}

/** Rounds begin at a fixed rate, whatever the shop does. */
async function inRounds(rounds: number, connect: () => Promise<Heard[]>): Promise<Heard[]> {
  const all: Promise<Heard[]>[] = [];
  const begun = performance.now();
  for (let round = 1; round <= rounds; round += 1) {
    all.push(connect());
    // Making the connections takes a part of that time.
    await setTimeout(Math.max(0, begun + round * ROUND_MS - performance.now()));
  }
  return (await Promise.all(all)).flat();
}

const endedIn = (heard: readonly Heard[]) => heard.filter(({ isEnded }) => isEnded).length;

if (!isMainThread) parentPort?.on('message', (plan: AttackPlan) => void carryOut(plan).then((outcome) => parentPort?.postMessage(outcome)));
