import { Injectable } from '@nestjs/common';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { PricingRules } from '../../catalog/index.ts';
import { Orders } from '../../orders/index.ts';
import { KeyWaits } from '../../stock/index.ts';
import { mostCostMinor } from '../domain/margin.ts';
import { type BuyableOffer, type SupplierName, SupplierOffers, SupplierStates, Suppliers } from './ports.ts';
import { PurchaseLimits, KeyPurchases } from './purchases.ts';

/** An offer that was refused is left alone for so long. */
const REFUSED_FOR_MS = 600_000;

/**
 * Plans what is bought for backorders: from the cheapest offer that keeps the margin, the rest from the next one. What an open purchase is to
 * bring is not planned again. Called periodically.
 */
@Injectable()
export class PlanPurchases {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly offers: SupplierOffers,
    private readonly states: SupplierStates,
    private readonly purchases: KeyPurchases,
    private readonly waits: KeyWaits,
    private readonly orders: Orders,
    private readonly pricing: PricingRules,
    private readonly limits: PurchaseLimits,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Returns how many purchases were planned. */
  async run(): Promise<number> {
    if ((await this.waits.lacking()).length === 0) return 0;
    return this.transaction.run(async () => {
      await this.purchases.lock();
      const lacking = await this.waits.lacking();
      const now = this.clock.now();
      const open = await this.purchases.open(lacking.map(({ orderId }) => orderId));
      const taken = await this.takenPieces(open);
      let planned = 0;
      for (const { orderId, productId, quantity } of lacking) {
        const isComing = open.filter((one) => one.orderId === orderId && one.productId === productId);
        let missing = quantity - isComing.reduce((sum, { outstanding }) => sum + outstanding, 0);
        const chargedMinor = missing > 0 ? await this.charged(orderId, productId) : null;
        if (chargedMinor === null) continue;
        for (const offer of await this.buyable(productId, mostCostMinor(chargedMinor, this.limits.minMargin), now)) {
          const most = this.suppliers.named(offer.supplier)?.mostPerOrder ?? 0;
          const pieces = Math.min(missing, most, offer.quantity - (taken.get(nameOf(offer)) ?? 0));
          if (pieces <= 0) continue;
          const { supplier, supplierProductId, offerId, priceMinor } = offer;
          const wanted = { orderId, productId, supplier, supplierProductId, offerId, priceMinor, chargedMinor, quantity: pieces };
          await this.purchases.add({ id: this.ids.next(), ...wanted }, now);
          taken.set(nameOf(offer), (taken.get(nameOf(offer)) ?? 0) + pieces);
          missing -= pieces;
          planned += 1;
          if (missing === 0) break;
        }
      }
      return planned;
    });
  }

  /** Pieces of each offer that open purchases are to bring. */
  private async takenPieces(
    open: readonly { supplier: SupplierName; offerId: string; outstanding: number }[],
  ): Promise<Map<string, number>> {
    const taken = new Map<string, number>();
    for (const one of open) taken.set(nameOf(one), (taken.get(nameOf(one)) ?? 0) + one.outstanding);
    return taken;
  }

  private async buyable(productId: string, mostMinor: number, now: Date): Promise<BuyableOffer[]> {
    const refused = await this.purchases.refusedSince(new Date(now.getTime() - REFUSED_FOR_MS));
    const isRefused = ({ supplier, offerId }: BuyableOffer) =>
      refused.some((one) => one.supplier === supplier && (one.isOutOfFunds || one.offerId === offerId));
    const all = this.suppliers.all.map(({ name }) => name);
    const states = await this.states.of(all);
    const active = all.filter((name) => states.get(name)?.pausedAt === null);
    const offers = await this.offers.cheapest(productId, active, new Date(now.getTime() - this.limits.offerMaxAgeMs));
    return offers.filter((offer) => offer.priceMinor <= mostMinor && !isRefused(offer));
  }

  /** What the buyer paid for one key, in minor units of a euro: the least of the lines of the product. Null for an order that is gone. */
  private async charged(orderId: string, productId: string): Promise<number | null> {
    const order = await this.orders.ofId(orderId);
    const lines = order?.lines.filter((line) => line.productId === productId) ?? [];
    if (!order || lines.length === 0) return null;
    const least = Math.min(...lines.map(({ unitMinor }) => unitMinor));
    if (order.currency === 'Eur') return least;
    const { exchangeRates } = await this.pricing.current();
    return Math.floor(least / exchangeRates[order.currency]);
  }
}

function nameOf({ supplier, offerId }: { supplier: SupplierName; offerId: string }): string {
  return `${supplier} ${offerId}`;
}
