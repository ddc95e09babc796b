import { readFileSync } from 'node:fs';

const EVERY_MS = 500;

/** Megabytes that a process holds in memory now. */
export const residentMb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** From the median of the first half to that of the second one: what is held for a moment, until it is collected, moves neither. */
export function growthOf(held: readonly number[]): number {
  const half = Math.floor(held.length / 2);
  return median(held.slice(-half)) - median(held.slice(0, half));
}

const median = (held: readonly number[]) => held.toSorted((one, other) => one - other)[Math.floor(held.length / 2)] ?? 0;

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
    return this.endWith((held) => Math.max(...held));
  }

  /** By how many megabytes each process grew from the first half of the time to the second one. */
  endWithGrowth(): number[] {
    return this.endWith(growthOf);
  }

  private endWith(figure: (held: readonly number[]) => number): number[] {
    clearInterval(this.timer);
    const [first = []] = this.samples;
    return first.map((_, index) => figure(this.samples.map((sample) => sample[index] ?? 0)));
  }
}
