import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { Listings } from './ports.ts';

/** Brings the read model up to the minute: prices that started or ended since. Called each second; without work it costs one index look-up. */
@Injectable()
export class RefreshDuePrices {
  constructor(
    private readonly listings: Listings,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Answers how many listings changed. */
  run(): Promise<number> {
    return this.transaction.run(() => this.listings.refreshDue(this.clock.now()));
  }
}
