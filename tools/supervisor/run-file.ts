import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure, permissionFailure } from '../shared/failure.ts';
import { endAll, isAlive, markOf, type ProcessMark } from './process-mark.ts';

const ORPHAN_GRACE_MS = 10_000;

/** The user of the data folder, and the processes that it started. */
interface Run {
  readonly holder: string;
  /** The whole shop, whose database others may use, or a command that wants the folder to itself. */
  readonly isShop: boolean;
  readonly supervisor: ProcessMark;
  readonly children: readonly ProcessMark[];
}

/** The file by which commands on one data folder detect each other, and a start finds the orphans of a killed one. */
export class RunFile {
  private readonly path: string;
  private run: Run | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /** The run that is alive, else null. */
  current(): Run | null {
    const run = this.read();
    return run !== null && isAlive(run.supervisor) ? run : null;
  }

  /** Claims the data folder for this process, and ends orphans of a killed one.
   * @throws Failure when a living process has it. */
  async take(holder: string, { isShop = false } = {}): Promise<void> {
    const own = markOf(process.pid);
    if (own === null) throw new Error('This process cannot find itself in the list of processes.');
    this.run = { holder, isShop, supervisor: own, children: [] };
    try {
      mkdirSync(dirname(this.path), { recursive: true });
      while (!this.claim(this.run)) {
        const other = this.read();
        if (other !== null && isAlive(other.supervisor)) {
          throw new Failure(`${other.holder} is at work in this folder (process ${other.supervisor.pid}). End that first.`);
        }
        await endAll(other?.children ?? [], 'SIGTERM', ORPHAN_GRACE_MS);
        rmSync(this.path, { force: true });
      }
    } catch (error) {
      this.run = null;
      throw permissionFailure(error, dirname(this.path));
    }
  }

  remember(children: readonly ProcessMark[]): void {
    if (this.run === null) return;
    this.run = { ...this.run, children };
    writeFileSync(`${this.path}.new`, JSON.stringify(this.run));
    renameSync(`${this.path}.new`, this.path);
  }

  release(): void {
    if (this.run !== null) rmSync(this.path, { force: true });
    this.run = null;
  }

  private claim(run: Run): boolean {
    try {
      const file = openSync(this.path, 'wx');
      writeSync(file, JSON.stringify(run));
      closeSync(file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  private read(): Run | null {
    try {
      return JSON.parse(readFileSync(this.path, 'utf8')) as Run;
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
}
