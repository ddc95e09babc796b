import { Injectable } from '@nestjs/common';
import { Failures } from '../../../shared/failures.ts';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { PricingRules } from '../../catalog/index.ts';
import { Orders } from '../../orders/index.ts';
import { KeyWaits } from '../../stock/index.ts';
import { inEuros } from '../domain/margin.ts';
import { Commitments } from './commit-offers.ts';
import { Suppliers } from './ports.ts';
import { KeyPurchases, missingKeys } from './purchases.ts';
import { FreeOffers, SellableOffers } from './sellable-offers.ts';

/** So many purchases for a product of an order may bring keys that the shop had already. */
const MOST_IN_VAIN = 3;

/** What a backorder lacks and no open purchase is to bring. */
interface Missing {
  readonly orderId: string;
  readonly productId: string;
  readonly quantity: number;
}

/**
 * Plans what is bought for paid orders that lack keys: from the cheapest offer that keeps the margin, in as many purchases as its supplier
 * demands, and what it has not from the next one. What an order is promised becomes its purchase; what others are promised is left alone.
 * What an open purchase is to bring is not planned again. An offer that brought an order keys which the shop had already is not bought from
 * for it again. Called periodically.
 */
@Injectable()
export class PlanPurchases {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly free: FreeOffers,
    private readonly sellable: SellableOffers,
    private readonly commitments: Commitments,
    private readonly purchases: KeyPurchases,
    private readonly waits: KeyWaits,
    private readonly orders: Orders,
    private readonly pricing: PricingRules,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Returns how many purchases were planned. @throws the first failure, when all orders that are not concerned were planned for */
  async run(): Promise<number> {
    const missing = await this.missing();
    const offered = await this.sellable.offered(
      new Set(missing.map(({ productId }) => productId)),
      new Set(missing.map(({ orderId }) => orderId)),
    );
    const failures = new Failures();
    let planned = 0;
    for (const productId of offered) {
      const ofProduct = await failures.attempt(() => this.planOf(productId));
      planned += ofProduct ?? (await this.planEach(productId, failures));
    }
    failures.raise();
    return planned;
  }

  /** Each order in a transaction of its own: it may be one of them that fails. */
  private async planEach(productId: string, failures: Failures): Promise<number> {
    let planned = 0;
    for (const { orderId } of await this.missing(productId))
      planned += (await failures.attempt(() => this.planOf(productId, orderId))) ?? 0;
    return planned;
  }

  /** For all orders that lack the product, or one of them. */
  private planOf(productId: string, orderId?: string): Promise<number> {
    return this.transaction.run(async () => {
      await this.purchases.lock();
      await this.free.lock([productId]);
      let planned = 0;
      for (const one of await this.missing(productId))
        if (orderId === undefined || one.orderId === orderId) planned += await this.plan(one);
      return planned;
    });
  }

  private async missing(productId?: string): Promise<Missing[]> {
    const lacking = await this.waits.lacking(productId);
    if (lacking.length === 0) return [];
    const open = await this.purchases.open(lacking.map(({ orderId }) => orderId));
    return lacking.flatMap((one) => {
      const quantity = missingKeys(one, [one], open);
      return quantity > 0 ? [{ ...one, quantity }] : [];
    });
  }

  /** Answers how many purchases were planned. The product is locked. */
  private async plan({ orderId, productId, quantity }: Missing): Promise<number> {
    const chargedMinor = await this.charged(orderId, productId);
    if (chargedMinor === null) return 0;
    const inVain = await this.purchases.inVain(orderId, productId);
    if (inVain.length >= MOST_IN_VAIN) return 0;
    let missing = quantity;
    let planned = 0;
    for (const offer of await this.sellable.forCharged(productId, orderId, chargedMinor)) {
      if (inVain.some(({ supplier, offerId }) => supplier === offer.supplier && offerId === offer.offerId)) continue;
      const { supplier, supplierProductId, offerId, priceMinor } = offer;
      const most = this.suppliers.named(supplier)?.mostPerOrder ?? 0;
      let left = most === 0 ? 0 : Math.min(missing, offer.quantity);
      while (left > 0) {
        const pieces = Math.min(left, most);
        const wanted = {
          orderId,
          productId,
          supplier,
          supplierProductId,
          offerId,
          priceMinor,
          chargedMinor,
          quantity: pieces,
          replaces: null,
        };
        await this.purchases.add({ id: this.ids.next(), ...wanted }, this.clock.now());
        await this.commitments.turnIntoPurchase(wanted);
        left -= pieces;
        missing -= pieces;
        planned += 1;
      }
    }
    return planned;
  }

  /** What the buyer paid for one key, in minor units of a euro: the least of the lines of the product. Null for an order that is gone. */
  private async charged(orderId: string, productId: string): Promise<number | null> {
    const order = await this.orders.ofId(orderId);
    const lines = order?.lines.filter((line) => line.productId === productId) ?? [];
    if (!order || lines.length === 0) return null;
    const { exchangeRates } = await this.pricing.current();
    return inEuros(Math.min(...lines.map(({ unitMinor }) => unitMinor)), order.currency, exchangeRates);
  }
}
