import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { repricedPeriod } from '../domain/price.ts';
import { Listings, Prices, PricingRules } from './ports.ts';

const BATCH = 500;

/** Recomputes every derived price after a change of margin or rates, planned ones too. Amounts set by hand stay. Idempotent. */
@Injectable()
export class Reprice {
  constructor(
    private readonly prices: Prices,
    private readonly listings: Listings,
    private readonly pricing: PricingRules,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * One transaction per batch, so that shoppers do not wait for locks, with the rules of that moment. Answers how many products changed.
   */
  async run(actor: string, progressed: (seen: number, changed: number) => Promise<void> = async () => undefined): Promise<number> {
    let changed = 0;
    let seen = 0;
    for (let afterId = ''; ;) {
      const batch = await this.transaction.run(async () => {
        const rules = await this.pricing.hold();
        const now = this.clock.now();
        const periods = await this.prices.openBase(afterId, BATCH, now);
        const changes = periods.flatMap((period) => repricedPeriod(period, rules, now) ?? []);
        await this.prices.changeBase(changes, now, actor);
        const products = productsOf(changes);
        await this.listings.rebuild(products, now);
        changed += products.length;
        return periods;
      });
      seen += productsOf(batch).length;
      await progressed(seen, changed);
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH) return changed;
      afterId = last.productId;
    }
  }
}

function productsOf(periods: readonly { productId: string }[]): string[] {
  return [...new Set(periods.map(({ productId }) => productId))];
}
