import { Injectable } from '@nestjs/common';
import { PollingLoop } from '../../../platform/scheduler/polling-loop.ts';
import { ApplyStockChanges } from '../application/stock-changes.ts';

/** Lists are at most a second behind; a round takes milliseconds. */
const EVERY_MS = 500;

/** Updates the stock shown in lists, in one worker at a time. */
@Injectable()
export class StockChangeLoop extends PollingLoop {
  constructor(private readonly applyStockChanges: ApplyStockChanges) {
    const failure = 'The stock that lists show could not be brought up to date; trying again.';
    super({ context: 'stock', failure, retryAfterMs: EVERY_MS });
  }

  protected override async round(): Promise<number> {
    await this.applyStockChanges.run();
    return EVERY_MS;
  }
}
