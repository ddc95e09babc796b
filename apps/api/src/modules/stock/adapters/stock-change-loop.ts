import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { safeError } from '../../../platform/logging/safe-error.ts';
import { ApplyStockChanges } from '../application/stock-changes.ts';

/** Lists are at most a second behind; a round takes milliseconds. */
const EVERY_MS = 500;

/** Updates the stock shown in lists, in one worker at a time. */
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
      // Retried in the next round, and logged once: the database may be down for long.
      if (!this.hasFailed)
        this.logger.warn({
          message: 'The stock that lists show could not be brought up to date; trying again.',
          cause: safeError(error).message,
        });
      this.hasFailed = true;
    }
  }
}
