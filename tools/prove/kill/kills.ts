import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from '../buyer.ts';
import type { ShopOfMany } from '../shop-of-many.ts';

const LONGEST_MS = 120_000;

export type Victim = 'api' | 'worker' | 'stand-in' | 'postgresql';
export const VICTIMS: readonly Victim[] = ['api', 'worker', 'stand-in', 'postgresql'];

/** Arms the commit points of the processes that have loaded them (`kill-points.ts`). */
export class KillPoints {
  private readonly folder = mkdtempSync(join(tmpdir(), 'keyturn-kills-'));

  /** For the environment of the processes. */
  get environment(): Record<string, string> {
    const preload = pathToFileURL(join(import.meta.dirname, 'kill-points.ts')).href;
    return { KILL_POINTS: this.folder, NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${preload}` };
  }

  /** Waits until a process has died there; false where none came by. `moment`: `before mail sent`, for instance. */
  async hit(moment: string): Promise<boolean> {
    const armed = join(this.folder, 'armed');
    writeFileSync(`${armed}.new`, moment);
    renameSync(`${armed}.new`, armed);
    try {
      await eventually(
        async () => existsSync(armed),
        (isArmed) => !isArmed,
        LONGEST_MS,
        20,
      );
      return true;
    } catch {
      rmSync(armed, { force: true });
      return false;
    }
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Kills one process of this kind at once; which one is up to `pick`. Waits first until one runs. */
export async function killOne(shop: ShopOfMany, victim: Victim, pick: (pids: readonly number[]) => number): Promise<void> {
  const pids = () => {
    if (victim === 'api') return shop.apiPids();
    if (victim === 'worker') return shop.workerPids();
    if (victim === 'stand-in') return [shop.sandboxPid()].filter((pid) => pid > 0);
    return postmasterOf(shop.databaseFolder);
  };
  const isKilled = async () => {
    const running = pids();
    if (running.length === 0) return false;
    try {
      process.kill(pick(running), 'SIGKILL');
      return true;
    } catch {
      // It had died already, and its successor was not there yet.
      return false;
    }
  };
  await eventually(isKilled, Boolean, LONGEST_MS);
}

function postmasterOf(folder: string): number[] {
  try {
    return [Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])];
  } catch {
    return [];
  }
}
