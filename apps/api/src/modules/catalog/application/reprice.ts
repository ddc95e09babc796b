import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { repriced } from '../domain/price.ts';
import { Listings, Prices, PricingRules } from './ports.ts';

const BATCH = 500;

/** Recomputes every derived price after a change of margin or rates. What somebody set by hand stays. Repeating it changes nothing. */
@Injectable()
export class Reprice {
  constructor(
    private readonly prices: Prices,
    private readonly listings: Listings,
    private readonly pricing: PricingRules,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** One transaction per batch, so that shoppers are not kept waiting, by the rules of that moment. Answers how many products changed. */
  async run(actor: string, progressed: (seen: number, changed: number) => Promise<void> = async () => undefined): Promise<number> {
    let changed = 0;
    let seen = 0;
    for (let afterId = ''; ;) {
      const batch = await this.transaction.run(async () => {
        const rules = await this.pricing.hold();
        const products = await this.prices.openBase(afterId, BATCH);
        const changes = products.flatMap((product) => repriced(product, rules) ?? []);
        const now = this.clock.now();
        await this.prices.changeBase(changes, now, actor);
        await this.listings.rebuild(
          changes.map(({ productId }) => productId),
          now,
        );
        changed += changes.length;
        return products;
      });
      seen += batch.length;
      await progressed(seen, changed);
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH) return changed;
      afterId = last.productId;
    }
  }
}
