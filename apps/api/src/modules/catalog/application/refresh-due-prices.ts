import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { Listings } from './ports.ts';

/** Updates the read model for prices that started or ended. Without work it costs two index lookups. */
@Injectable()
export class RefreshDuePrices {
  constructor(
    private readonly listings: Listings,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes up to a thousand listings. Answers how many, and in how many milliseconds the next price starts or ends: 0 or less where one is due
   * already, null where none is planned.
   */
  run(): Promise<{ readonly changed: number; readonly nextInMs: number | null }> {
    return this.transaction.run(async () => {
      const changed = await this.listings.refreshDue(this.clock.now());
      const next = await this.listings.nextDueAt();
      return { changed, nextInMs: next && next.getTime() - this.clock.now().getTime() };
    });
  }
}
