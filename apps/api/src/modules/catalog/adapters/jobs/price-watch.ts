import { Injectable } from '@nestjs/common';
import { PollingLoop } from '../../../../platform/scheduler/polling-loop.ts';
import { RefreshDuePrices } from '../../application/refresh-due-prices.ts';

const PRICES_EVERY_MS = 500;
/** A price that is due and locked is being changed by another process. */
const PRICES_PAUSE_MS = 20;

/**
 * Shows a price that starts or ends on the pages within two seconds, half a second of which is for the storefront: each worker checks at the
 * time of the next known change, and often enough for changes planned at short notice.
 */
@Injectable()
export class PriceWatch extends PollingLoop {
  constructor(private readonly refreshDuePrices: RefreshDuePrices) {
    const failure = 'Prices that start or end now could not be looked for; trying again.';
    super({ context: 'prices', failure, retryAfterMs: PRICES_EVERY_MS });
  }

  protected override async round(): Promise<number> {
    const { changed, nextInMs } = await this.refreshDuePrices.run();
    // There may be more than are changed at once.
    if (changed > 0) return 0;
    return Math.min(PRICES_EVERY_MS, Math.max(PRICES_PAUSE_MS, nextInMs ?? PRICES_EVERY_MS));
  }
}
