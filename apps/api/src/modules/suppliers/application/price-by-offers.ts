import { Injectable } from '@nestjs/common';
import { Alerts, Clock } from '../../../shared/ports.ts';
import { type CostChange, FollowCosts, ProductReads } from '../../catalog/index.ts';
import { isPriceJump } from '../domain/price-jump.ts';
import { type SupplierName, SupplierOffers, SupplierStates, Suppliers } from './ports.ts';
import { SyncRules } from './syncs.ts';

/** Of one page: where all prices of a supplier move, some products tell it. */
const MOST_ALERTS = 5;

const eur = (minor: number) => `${(minor / 100).toFixed(2)} EUR`;

/** What a product costs the shop is what its cheapest offer asks; its price follows by the rules of the catalogue. */
@Injectable()
export class PriceByOffers {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly offers: SupplierOffers,
    private readonly states: SupplierStates,
    private readonly followCosts: FollowCosts,
    private readonly products: ProductReads,
    private readonly alerts: Alerts,
    private readonly rules: SyncRules,
    private readonly clock: Clock,
  ) {}

  /**
   * Of products whose offers changed. One that nobody offers keeps its price: the shop may have keys of its own. Call inside a transaction
   * that has locked neither products nor offers. Answers how many have another price.
   */
  async run(productIds: readonly string[], by: SupplierName): Promise<number> {
    const ids = [...new Set(productIds)];
    if (ids.length === 0) return 0;
    const names = this.suppliers.all.map(({ name }) => name);
    const paused = await this.states.paused(names);
    const active = names.filter((name) => !paused.has(name));
    const seenSince = new Date(this.clock.now().getTime() - this.rules.offerMaxAgeMs);
    const best = await this.offers.best(ids, active, seenSince);
    const costs = ids.map((productId) => {
      const offer = best.get(productId);
      return { productId, costMinor: offer?.priceMinor ?? null, offerIds: offer ? [offer.offerId] : [] };
    });
    const { costs: changes, repriced } = await this.followCosts.run(costs, `supplier:${by}`);
    await this.alert(changes, by);
    return repriced;
  }

  /** Once an hour and product. */
  private async alert(changes: readonly CostChange[], by: SupplierName): Promise<void> {
    const jumps = changes.filter(({ beforeMinor, afterMinor }) => isPriceJump(beforeMinor, afterMinor)).slice(0, MOST_ALERTS);
    if (jumps.length === 0) return;
    const names = await this.products.ofIds(jumps.map(({ productId }) => productId));
    const hour = this.clock.now().toISOString().slice(0, 13);
    for (const { productId, beforeMinor, afterMinor } of jumps)
      await this.alerts.raise({
        kind: 'price-jump',
        id: `${productId} ${hour}`,
        about: names.get(productId)?.name ?? productId,
        detail: `${by}: ${eur(beforeMinor ?? 0)} became ${eur(afterMinor)}.`,
      });
  }
}
