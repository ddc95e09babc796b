import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { safeError } from '../../../../platform/logging/safe-error.ts';
import { RefreshDuePrices } from '../../application/refresh-due-prices.ts';

const PRICES_EVERY_MS = 500;
/** A price that is due and not to be had is being changed by somebody else. */
const PRICES_PAUSE_MS = 20;

/**
 * A price that starts or ends is on the pages within two seconds, of which the storefront may take half a one: each worker looks by
 * itself, at the very instant where it has seen that coming, and often enough for what is planned at short notice.
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

  /** Answers when to look again. */
  private async look(): Promise<number> {
    try {
      const { changed, nextInMs } = await this.refreshDuePrices.run();
      this.hasFailed = false;
      // There may be more than are changed at once.
      if (changed > 0) return 0;
      return Math.min(PRICES_EVERY_MS, Math.max(PRICES_PAUSE_MS, nextInMs ?? PRICES_EVERY_MS));
    } catch (error) {
      // Left to the next look, and told once: the database may be away for long.
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
