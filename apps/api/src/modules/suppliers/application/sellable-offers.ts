import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports.ts';
import { Catalogue, PricingRules } from '../../catalog/index.ts';
import { leastChargedMinor, mostCostMinor } from '../domain/margin.ts';
import { MarginRules } from './margins/margin-rules.ts';
import { type SupplierName, SupplierStates, Suppliers } from './ports.ts';
import { PurchaseLimits } from './purchases.ts';

/** An offer that was refused, or cost more than agreed, is left alone for so long. */
export const REFUSED_FOR_MS = 600_000;

/** An offer with pieces that nobody is promised: without commitments and purchases that it does not show yet. */
export interface FreeOffer {
  readonly supplier: SupplierName;
  readonly supplierProductId: string;
  readonly offerId: string;
  readonly productId: string;
  /** Minor units of a euro, for one key. */
  readonly priceMinor: number;
  readonly quantity: number;
  readonly seenAt: Date;
}

export interface FreeOffersQuery {
  readonly productIds: readonly string[];
  readonly suppliers: readonly SupplierName[];
  /** Older offers are none. */
  readonly seenSince: Date;
  /** Offers that were refused or cost more than agreed since are none, and those of suppliers without funds. */
  readonly refusedSince: Date;
  readonly at: Date;
  /** What is committed to these orders counts as free. */
  readonly ownOrders: readonly string[];
}

export abstract class FreeOffers {
  /** One transaction at a time commits or buys pieces of these products, until it ends. Locks in a fixed order. */
  abstract lock(productIds: readonly string[]): Promise<void>;
  /** With pieces left; cheapest first within a product. */
  abstract of(query: FreeOffersQuery): Promise<FreeOffer[]>;
}

/** What can be sold of offers: fresh, of suppliers that are on, with the margin kept. */
@Injectable()
export class SellableOffers {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly states: SupplierStates,
    private readonly free: FreeOffers,
    private readonly catalogue: Catalogue,
    private readonly pricing: PricingRules,
    private readonly margins: MarginRules,
    private readonly limits: PurchaseLimits,
    private readonly clock: Clock,
  ) {}

  /** Offers that keep the margin at the price of now, in whichever currency; by product, cheapest first. */
  async of(productIds: readonly string[], ownOrders: readonly string[] = []): Promise<ReadonlyMap<string, FreeOffer[]>> {
    const offers = await this.fresh(productIds, ownOrders);
    if (offers.length === 0) return new Map();
    const offered = [...new Set(offers.map(({ productId }) => productId))];
    const charged = await this.catalogue.charged(offered);
    const { exchangeRates } = await this.pricing.current();
    const least = new Map([...charged].map(([id, prices]) => [id, leastChargedMinor(prices, exchangeRates)]));
    const margin = await this.margins.of(offered);
    const kept = offers.filter(
      ({ productId, supplier, priceMinor }) => priceMinor <= mostCostMinor(least.get(productId) ?? 0, margin(productId, supplier)),
    );
    return Map.groupBy(kept, ({ productId }) => productId);
  }

  /**
   * Answers offers of a product that keep the margin of what was charged for one piece, in minor units of a euro; cheapest first. As many
   * queries for many orders as for one: what is committed to any of them counts as free.
   */
  async forOrders(
    productIds: ReadonlySet<string>,
    orderIds: ReadonlySet<string>,
  ): Promise<(productId: string, chargedMinor: number) => FreeOffer[]> {
    const offers = Map.groupBy(await this.fresh([...productIds], [...orderIds]), ({ productId }) => productId);
    if (offers.size === 0) return () => [];
    const margin = await this.margins.of([...offers.keys()]);
    return (productId, chargedMinor) =>
      (offers.get(productId) ?? []).filter(
        ({ supplier, priceMinor }) => priceMinor <= mostCostMinor(chargedMinor, margin(productId, supplier)),
      );
  }

  /** Whatever their margin, each with the most that may be paid for it where a buyer was charged so much; cheapest first. */
  async withMaxCost(productId: string, orderId: string, chargedMinor: number): Promise<(FreeOffer & { readonly mostMinor: number })[]> {
    const offers = await this.fresh([productId], [orderId]);
    const margin = await this.margins.of([productId]);
    return offers.map((offer) => ({ ...offer, mostMinor: mostCostMinor(chargedMinor, margin(productId, offer.supplier)) }));
  }

  /** Free pieces of suppliers that are on, whatever their margin; cheapest first within a product. */
  async fresh(productIds: readonly string[], ownOrders: readonly string[] = []): Promise<FreeOffer[]> {
    if (productIds.length === 0) return [];
    const suppliers = (await this.states.active(this.suppliers)).map(({ name }) => name);
    if (suppliers.length === 0) return [];
    const now = this.clock.now();
    return this.free.of({
      productIds,
      suppliers,
      seenSince: new Date(now.getTime() - this.limits.offerMaxAgeMs),
      refusedSince: new Date(now.getTime() - REFUSED_FOR_MS),
      at: now,
      ownOrders,
    });
  }
}
