import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports.ts';
import { repricedPeriod } from '../domain/price.ts';
import { FOLLOWED_FOR_MS, isTooDeepToFollow } from '../domain/price-limits.ts';
import { type CostChange, Listings, Prices, PricingRules, type ProductCost } from './ports.ts';

/** What became of costs that changed. */
export interface FollowedCosts {
  readonly costs: readonly CostChange[];
  /** Those that would have cut a price too deeply: neither they nor the price were stored. */
  readonly held: readonly CostChange[];
  /** How many products have another price. */
  readonly repriced: number;
}

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
   * Stores costs that are new, and reprices their products from now on, planned prices too. Amounts set by hand or by a feed stay. A cost that
   * would charge more than 75 % less than the highest lasting price of the last 30 days is held: anybody may offer a piece for a cent, or for
   * less and less, and the shop's own keys are sold at its price.
   * Call inside a transaction which has locked no product.
   */
  async run(costs: readonly ProductCost[], actor: string): Promise<FollowedCosts> {
    if (costs.length === 0) return { costs: [], held: [], repriced: 0 };
    const rules = await this.pricing.hold();
    const now = this.clock.now();
    const found = await this.prices.changedCosts(costs);
    const afterMinor = new Map(found.map((change) => [change.productId, change.afterMinor]));
    const periods = found.length === 0 ? [] : await this.prices.ofProducts([...afterMinor.keys()], now);
    const followed = periods.flatMap((period) => {
      const costMinor = afterMinor.get(period.productId) ?? period.costMinor;
      const change = repricedPeriod({ ...period, costMinor }, rules, now);
      return change ?? [];
    });
    const lasting = await this.prices.lastingPrices([...afterMinor.keys()], new Date(now.getTime() - FOLLOWED_FOR_MS), now);
    const held = new Set(
      followed.flatMap(({ productId, prices }) => {
        const before = lasting.get(productId);
        return before !== undefined && isTooDeepToFollow(before, prices) ? productId : [];
      }),
    );
    const changed = await this.prices.noteCosts(costs.map((cost) => (held.has(cost.productId) ? { ...cost, costMinor: null } : cost)));
    const changes = followed.filter(({ productId }) => !held.has(productId));
    await this.prices.changeBase(changes, now, actor);
    if (changed.length > 0) await this.listings.rebuild(changed, now);
    return {
      costs: found.filter(({ productId }) => !held.has(productId)),
      held: found.filter(({ productId }) => held.has(productId)),
      repriced: new Set(changes.map(({ productId }) => productId)).size,
    };
  }
}
