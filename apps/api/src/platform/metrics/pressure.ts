/** So long something is waited for before it counts as scarce, in milliseconds. */
export const LONG_WAIT_MS = 100;
/** A burst passes by itself within this; what is scarce for longer has more to do than it can. */
const LONGEST_BURST_MS = 500;

/** What this process is short of: connections to the database, or time of its one thread. */
export class Pressure {
  private readonly scarceSince = new Map<string, number>();

  /** To be called again and again, with what a use of the resource had to wait. */
  note(resource: string, isScarce: boolean, now = performance.now()): void {
    if (!isScarce) this.scarceSince.delete(resource);
    else if (!this.scarceSince.has(resource)) this.scarceSince.set(resource, now);
  }

  /** Whether what comes now would wait too long, and make all others wait longer. */
  isTooHigh(now = performance.now()): boolean {
    return this.scarceSince.values().some((since) => now - since >= LONGEST_BURST_MS);
  }
}
