/**
 * The highest replication lag of a replica in use, in milliseconds. For changes whose notification was lost (those that are notified are
 * followed sooner); a sale that starts is still on every page two seconds later.
 */
export const MOST_BEHIND_MS = 500;

/** Positions that the primary's write-ahead log had reached, and when: the one that a replica must have replayed by now. */
export class WalMarks {
  private marks: { readonly mark: string; readonly atMs: number }[] = [];

  /** `mark`: a position in the write-ahead log, which the primary had reached at `atMs`. */
  note(mark: string, atMs: number): void {
    this.marks.push({ mark, atMs });
    // Of those that are old enough, only the last is needed.
    const oldEnough = this.marks.findLastIndex((one) => one.atMs <= atMs - MOST_BEHIND_MS);
    if (oldEnough > 0) this.marks = this.marks.slice(oldEnough);
  }

  /** The last position that is old enough, or the first of all where none is; null before the first. */
  due(): string | null {
    return this.marks[0]?.mark ?? null;
  }
}
