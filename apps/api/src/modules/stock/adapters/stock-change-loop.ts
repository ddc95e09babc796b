import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { safeError } from '../../../platform/logging/safe-error.ts';
import { ApplyStockChanges } from '../application/stock-changes.ts';

/** What lists show is a second late at most; a round takes milliseconds. */
const EVERY_MS = 500;

/** Brings the stock that lists show up to date, in each worker, of which one at a time does it. */
@Injectable()
export class StockChangeLoop implements BeforeApplicationShutdown {
  private readonly logger = new Logger('stock');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private isClosing = false;
  private hasFailed = false;

  constructor(private readonly applyStockChanges: ApplyStockChanges) {}

  start(): void {
    this.running = this.apply().then(() => {
      if (!this.isClosing) this.timer = setTimeout(() => this.start(), EVERY_MS);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async apply(): Promise<void> {
    try {
      await this.applyStockChanges.run();
      this.hasFailed = false;
    } catch (error) {
      // Left to the next round, and told once: the database may be away for long.
      if (!this.hasFailed)
        this.logger.warn({
          message: 'The stock that lists show could not be brought up to date; trying again.',
          cause: safeError(error).message,
        });
      this.hasFailed = true;
    }
  }
}
