import type { FeedLine, ImportWatcher } from '../modules/catalog/index.ts';

const BAR_WIDTH = 30;
const LINE_EVERY_MS = 2000;
const MOST_REPORTED = 1000;

/** A bar on a terminal, a plain line now and then elsewhere; rejected lines stand above it. */
export class ImportProgress implements ImportWatcher {
  private readonly isTerminal = process.stdout.isTTY;
  private readonly startedAt = performance.now();
  private characters = 0;
  private lines = 0;
  private reported = 0;
  private reportedAt = performance.now();

  constructor(private readonly fileSize: number) {}

  /** The same lines, measured on the way. */
  async *counting(lines: AsyncIterable<FeedLine>): AsyncGenerator<FeedLine> {
    for await (const line of lines) {
      this.characters += (line.text?.length ?? 0) + 1;
      yield line;
    }
  }

  rejected(line: number, reason: string): void {
    this.reported += 1;
    if (this.reported > MOST_REPORTED) return;
    this.clear();
    process.stdout.write(`line ${line}: ${reason}\n`);
    if (this.reported === MOST_REPORTED) process.stdout.write('Further rejected lines are only counted.\n');
  }

  progressed(lines: number): void {
    this.lines = lines;
    const share = this.fileSize === 0 ? 1 : Math.min(1, this.characters / this.fileSize);
    if (this.isTerminal) {
      const filled = Math.round(share * BAR_WIDTH);
      process.stdout.write(`\r[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)} % ${lines} products`);
    } else if (performance.now() - this.reportedAt > LINE_EVERY_MS) {
      this.reportedAt = performance.now();
      process.stdout.write(`${lines} products (${Math.floor(share * 100)} %)\n`);
    }
  }

  end(): void {
    this.clear();
    process.stdout.write(`${this.lines} products read in ${((performance.now() - this.startedAt) / 1000).toFixed(1)} s\n`);
  }

  private clear(): void {
    if (this.isTerminal) process.stdout.write('\r\x1b[K');
  }
}
