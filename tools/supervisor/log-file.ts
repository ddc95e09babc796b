import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LARGEST_BYTES = 5_000_000;

/** One child's output on disk: the file at hand and the one before it, each of 5 MB at most. */
export class LogFile {
  readonly path: string;
  private size: number;

  constructor(folder: string, name: string) {
    this.path = join(folder, `${name}.log`);
    this.size = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  write(text: string): void {
    try {
      if (this.size > LARGEST_BYTES) {
        renameSync(this.path, `${this.path}.1`);
        this.size = 0;
      }
      appendFileSync(this.path, text);
      this.size += Buffer.byteLength(text);
    } catch {
      // A full disk costs log lines, not the shop.
    }
  }
}
