import { Injectable } from '@nestjs/common';
import { Alerts, Clock } from '../../../../shared/ports.ts';
import { type CostChange, FollowCosts, ProductReads } from '../../../catalog/index.ts';
import { euroText } from '../../domain/amount.ts';
import { isPriceJump } from '../../domain/price-jump.ts';
import type { SupplierName } from '../ports.ts';
import { SellableOffers } from '../sellable-offers.ts';

/** Of one page and cause: where all prices of a supplier move, some products tell it. Held ones are found again and again, and hide no jump. */
const MOST_ALERTS = 5;

/** What a product costs the shop is what its cheapest offer asks that has free pieces; its price follows by the rules of the catalogue. */
@Injectable()
export class PriceByOffers {
  constructor(
    private readonly sellable: SellableOffers,
    private readonly followCosts: FollowCosts,
    private readonly products: ProductReads,
    private readonly alerts: Alerts,
    private readonly clock: Clock,
  ) {}

  /**
   * Of products whose offers changed. One that nobody offers keeps its price: the shop may have keys of its own. Call inside a transaction
   * that has locked neither products nor offers. Answers how many have another price.
   */
  async run(productIds: readonly string[], by: SupplierName): Promise<number> {
    const ids = [...new Set(productIds)];
    if (ids.length === 0) return 0;
    const offers = Map.groupBy(await this.sellable.fresh(ids), ({ productId }) => productId);
    const costs = ids.map((productId) => {
      const offer = offers.get(productId)?.[0];
      return { productId, costMinor: offer?.priceMinor ?? null, offerIds: offer ? [offer.offerId] : [] };
    });
    const { costs: changes, held, repriced } = await this.followCosts.run(costs, `supplier:${by}`);
    await this.alert(changes, held, by);
    return repriced;
  }

  /** Costs that jumped once an hour and product, held ones once a day: each synchronisation finds them again. */
  private async alert(changes: readonly CostChange[], held: readonly CostChange[], by: SupplierName): Promise<void> {
    const jumps = changes.filter(({ beforeMinor, afterMinor }) => isPriceJump(beforeMinor, afterMinor));
    const now = this.clock.now().toISOString();
    const found = [
      ...held.slice(0, MOST_ALERTS).map(({ productId, afterMinor }) => ({
        productId,
        id: `${productId} held ${now.slice(0, 10)}`,
        detail: `${by}: ${euroText(afterMinor)} would make its price more than 75 % lower than the highest lasting one of 30 days. The price stays.`,
      })),
      ...jumps.slice(0, MOST_ALERTS).map(({ productId, beforeMinor, afterMinor }) => ({
        productId,
        id: `${productId} ${now.slice(0, 13)}`,
        detail: `${by}: ${euroText(beforeMinor ?? 0)} became ${euroText(afterMinor)}.`,
      })),
    ];
    if (found.length === 0) return;
    const names = await this.products.ofIds(found.map(({ productId }) => productId));
    for (const { productId, id, detail } of found)
      await this.alerts.raise({ kind: 'price-jump', id, about: names.get(productId)?.name ?? productId, detail });
    const more = jumps.length - MOST_ALERTS;
    if (more > 0)
      await this.alerts.raise({
        kind: 'price-jump',
        id: `${by} more ${now.slice(0, 13)}`,
        about: by,
        detail: `So did the costs of ${more} more products, at least.`,
      });
  }
}
