/**
 * What the primary wrote must be on a replica after so long, in milliseconds. Changes that a process is told of are not waited for so long;
 * this is for those whose notification was lost, and leaves a sale that starts on every page two seconds later all the same.
 */
export const MOST_BEHIND_MS = 500;

/** How far the primary had written, and when: what a replica that is near enough must have replayed by now. */
export class WalMarks {
  private marks: { readonly mark: string; readonly atMs: number }[] = [];

  /** `mark`: a position in the write-ahead log, which the primary had reached at `atMs`. */
  note(mark: string, atMs: number): void {
    this.marks.push({ mark, atMs });
    // Of those that are old enough, only the last one is of use.
    const oldEnough = this.marks.findLastIndex((one) => one.atMs <= atMs - MOST_BEHIND_MS);
    if (oldEnough > 0) this.marks = this.marks.slice(oldEnough);
  }

  /** The last position that is old enough, or the first of all where none is; null before the first. */
  due(): string | null {
    return this.marks[0]?.mark ?? null;
  }
}
