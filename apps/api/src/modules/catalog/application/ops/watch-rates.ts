import { Injectable } from '@nestjs/common';
import { Alerts, Clock, Transaction } from '../../../../shared/ports.ts';
import { PricingRules } from '../ports.ts';

const DAY_MS = 86_400_000;

/** How old exchange rates may grow, in milliseconds. */
export abstract class RatesAge {
  abstract readonly oldestRatesMs: number;
}

/** Alerts the staff to old exchange rates: prices in other currencies would drift from what the shop pays. Again after as long. */
@Injectable()
export class WatchRates {
  constructor(
    private readonly pricing: PricingRules,
    private readonly limit: RatesAge,
    private readonly alerts: Alerts,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const since = await this.pricing.since();
    if (since === null) return;
    const age = this.clock.now().getTime() - since.getTime();
    const times = Math.floor(age / this.limit.oldestRatesMs);
    if (times < 1) return;
    const day = since.toISOString().slice(0, 10);
    const detail = `Set on ${day}, ${Math.floor(age / DAY_MS)} days ago.`;
    await this.transaction.run(() =>
      this.alerts.raise({ kind: 'rates-old', id: `${since.toISOString()} ${times}`, about: 'Exchange rates', detail }),
    );
  }
}
