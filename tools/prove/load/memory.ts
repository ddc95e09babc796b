import { readFileSync } from 'node:fs';

const EVERY_MS = 500;

/** Megabytes that a process holds in memory now. */
export const residentMb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Watches the memory of processes until told to stop. */
export class MemoryWatch {
  private readonly samples: number[][] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(pids: readonly number[]) {
    const look = () => void this.samples.push(pids.map(residentMb));
    look();
    this.timer = setInterval(look, EVERY_MS);
  }

  /** The largest of each process, in megabytes. */
  end(): number[] {
    clearInterval(this.timer);
    const [first = []] = this.samples;
    return first.map((_, index) => Math.max(...this.samples.map((sample) => sample[index] ?? 0)));
  }
}
