import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports.ts';
import { repriced } from '../domain/price.ts';
import { type CostChange, Listings, Prices, PricingRules, type ProductCost } from './ports.ts';

/** Keeps prices by what suppliers ask: a changed cost changes what is derived from it, by the margin and rates in force. */
@Injectable()
export class FollowCosts {
  constructor(
    private readonly prices: Prices,
    private readonly listings: Listings,
    private readonly pricing: PricingRules,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores costs that are new, and reprices their products from now on, planned prices too. Amounts set by hand or by a feed stay. Call inside
   * a transaction which has locked no product. Answers the changed costs and how many products have another price.
   */
  async run(costs: readonly ProductCost[], actor: string): Promise<{ costs: CostChange[]; repriced: number }> {
    if (costs.length === 0) return { costs: [], repriced: 0 };
    const rules = await this.pricing.hold();
    const now = this.clock.now();
    const { changed, costs: changedCosts } = await this.prices.noteCosts(costs);
    if (changed.length === 0) return { costs: [], repriced: 0 };
    const periods = await this.prices.ofProducts(
      changedCosts.map(({ productId }) => productId),
      now,
    );
    const changes = periods.flatMap((period) => {
      const change = repriced(period, rules);
      return change === null ? [] : { ...change, startsAt: period.startsAt < now ? now : period.startsAt, endsAt: period.endsAt };
    });
    await this.prices.changeBase(changes, now, actor);
    await this.listings.rebuild(changed, now);
    return { costs: changedCosts, repriced: new Set(changes.map(({ productId }) => productId)).size };
  }
}
