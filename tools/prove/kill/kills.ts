import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from '../buyer.ts';
import type { ShopOfMany } from '../shop-of-many.ts';

const STARTS_WITHIN_MS = 120_000;
/** The offers of a supplier that several deaths in a row kept from being reached are left alone for ten minutes; until then nobody buys one. */
const COMES_BY_WITHIN_MS = 720_000;

export type Victim = 'api' | 'worker' | 'stand-in' | 'postgresql';
export const VICTIMS: readonly Victim[] = ['api', 'worker', 'stand-in', 'postgresql'];

/** A moment of a step (`before mail sent`), and who dies there: the process that comes by, unless another one is named. */
export interface Armed {
  readonly moment: string;
  readonly victim?: 'postgresql' | 'stand-in';
  readonly pid?: number;
}

/** Arms the commit points of the processes that have loaded them (`kill-points.ts`). */
export class KillPoints {
  private readonly folder = mkdtempSync(join(tmpdir(), 'keyturn-kills-'));

  /** For the environment of the processes. */
  get environment(): Record<string, string> {
    const preload = pathToFileURL(join(import.meta.dirname, 'kill-points.ts')).href;
    return { KILL_POINTS: this.folder, NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${preload}` };
  }

  /** Waits until this happens, and answers when it did; null where no process came by. */
  async hit(what: Armed): Promise<number | null> {
    const armed = join(this.folder, 'armed');
    writeFileSync(`${armed}.new`, JSON.stringify(what));
    renameSync(`${armed}.new`, armed);
    try {
      await eventually(
        async () => existsSync(armed),
        (isArmed) => !isArmed,
        COMES_BY_WITHIN_MS,
        20,
      );
      return Date.now();
    } catch {
      rmSync(armed, { force: true });
      return null;
    }
  }

  /** What commits that are no step have written, each as `writesOf` says it. */
  otherCommits(): string[] {
    return this.linesOf('other-commits');
  }

  /** Moments at which the victim was not dead in time. */
  tooLate(): string[] {
    return this.linesOf('too-late');
  }

  private linesOf(name: string): string[] {
    const file = join(this.folder, name);
    return existsSync(file) ? [...new Set(readFileSync(file, 'utf8').trimEnd().split('\n'))].toSorted() : [];
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Kills one process of this kind at once, and answers when; which one is up to `pick`. Waits first until one runs. */
export async function killOne(shop: ShopOfMany, victim: Victim, pick: (pids: readonly number[]) => number): Promise<number | null> {
  const killedAt = async () => {
    const running = pidsOf(shop, victim);
    if (running.length === 0) return null;
    try {
      process.kill(pick(running), 'SIGKILL');
      return Date.now();
    } catch {
      // It had died already, and its successor was not there yet.
      return null;
    }
  };
  return eventually(killedAt, (moment) => moment !== null, STARTS_WITHIN_MS);
}

/** Those that run now. */
export function pidsOf(shop: ShopOfMany, victim: Victim): readonly number[] {
  const pids = {
    api: () => shop.apiPids(),
    worker: () => shop.workerPids(),
    'stand-in': () => [shop.sandboxPid()],
    postgresql: () => [postmasterOf(shop.databaseFolder)],
  };
  // For a while after a death the former one is named.
  return pids[victim]().filter((pid) => pid > 1 && isRunning(pid));
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function postmasterOf(folder: string): number {
  try {
    return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}
