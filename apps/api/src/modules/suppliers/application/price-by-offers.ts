import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports.ts';
import { FollowCosts } from '../../catalog/index.ts';
import { type SupplierName, SupplierOffers, SupplierStates, Suppliers } from './ports.ts';
import { SyncRules } from './syncs.ts';

/** What a product costs the shop is what its cheapest offer asks; its price follows by the rules of the catalogue. */
@Injectable()
export class PriceByOffers {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly offers: SupplierOffers,
    private readonly states: SupplierStates,
    private readonly followCosts: FollowCosts,
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
    const states = await this.states.of(names);
    const active = names.filter((name) => states.get(name)?.pausedAt === null);
    const seenSince = new Date(this.clock.now().getTime() - this.rules.offerMaxAgeMs);
    const best = await this.offers.best(ids, active, seenSince);
    const costs = ids.map((productId) => {
      const offer = best.get(productId);
      return { productId, costMinor: offer?.priceMinor ?? null, offerIds: offer ? [offer.offerId] : [] };
    });
    return (await this.followCosts.run(costs, `supplier:${by}`)).repriced;
  }
}
