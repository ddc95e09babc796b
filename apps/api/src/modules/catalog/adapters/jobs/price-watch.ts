import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { safeError } from '../../../../platform/logging/safe-error.ts';
import { RefreshDuePrices } from '../../application/refresh-due-prices.ts';

const PRICES_EVERY_MS = 500;
/** A price that is due and locked is being changed by another process. */
const PRICES_PAUSE_MS = 20;

/**
 * Shows a price that starts or ends on the pages within two seconds, half a second of which is for the storefront: each worker checks at the
 * time of the next known change, and often enough for changes planned at short notice.
 */
@Injectable()
export class PriceWatch implements BeforeApplicationShutdown {
  private readonly logger = new Logger('prices');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private isClosing = false;
  private hasFailed = false;

  constructor(private readonly refreshDuePrices: RefreshDuePrices) {}

  start(): void {
    this.running = this.look().then((inMs) => {
      if (!this.isClosing) this.timer = setTimeout(() => this.start(), inMs);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Returns when to check again. */
  private async look(): Promise<number> {
    try {
      const { changed, nextInMs } = await this.refreshDuePrices.run();
      this.hasFailed = false;
      // There may be more than are changed at once.
      if (changed > 0) return 0;
      return Math.min(PRICES_EVERY_MS, Math.max(PRICES_PAUSE_MS, nextInMs ?? PRICES_EVERY_MS));
    } catch (error) {
      // Retried at the next check, and logged once: the database may be down for long.
      if (!this.hasFailed)
        this.logger.warn({
          message: 'Prices that start or end now could not be looked for; trying again.',
          cause: safeError(error).message,
        });
      this.hasFailed = true;
      return PRICES_EVERY_MS;
    }
  }
}
