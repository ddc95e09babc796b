import { type BeforeApplicationShutdown, Logger } from '@nestjs/common';
import { safeError } from '../logging/safe-error.ts';

/** Rounds of work one after the other, for what a recurring task is too slow for. Started by each worker. */
export abstract class PollingLoop implements BeforeApplicationShutdown {
  private readonly logger: Logger;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private isWoken = false;
  private isClosing = false;
  private hasFailed = false;

  /** `failure` is logged under `context` when a round fails: once, until another succeeds, because the database may be down for long. */
  constructor(private readonly options: { readonly context: string; readonly failure: string; readonly retryAfterMs: number }) {
    this.logger = new Logger(options.context);
  }

  /** Does one round. Returns the milliseconds until the next. */
  protected abstract round(): Promise<number>;

  start(): void {
    this.timer = undefined;
    this.isWoken = false;
    this.running = this.tryRound().then((inMs) => {
      if (!this.isClosing) this.timer = setTimeout(() => this.start(), this.isWoken ? 0 : inMs);
    });
  }

  /** There is work: the next round begins now, or at once after the one that is under way. */
  wake(): void {
    this.isWoken = true;
    if (this.timer === undefined || this.isClosing) return;
    clearTimeout(this.timer);
    this.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async tryRound(): Promise<number> {
    try {
      const inMs = await this.round();
      this.hasFailed = false;
      return inMs;
    } catch (error) {
      if (!this.hasFailed) this.logger.warn({ message: this.options.failure, cause: safeError(error).message });
      this.hasFailed = true;
      return this.options.retryAfterMs;
    }
  }
}
