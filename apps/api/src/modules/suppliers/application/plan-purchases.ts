import { Injectable } from '@nestjs/common';
import { Failures } from '../../../shared/failures.ts';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { Catalogue, PricingRules } from '../../catalog/index.ts';
import { EndExcludedWait, Orders } from '../../orders/index.ts';
import { KeyWaits, type LackingKeys } from '../../stock/index.ts';
import { inEuros } from '../domain/margin.ts';
import { excludedSince } from '../domain/still-activates.ts';
import { Commitments } from './commit-offers.ts';
import { Suppliers } from './ports.ts';
import { KeyPurchases, missingKeys, type OpenPurchase } from './purchases.ts';
import { type FreeOffer, FreeOffers, SellableOffers } from './sellable-offers.ts';

/** So many purchases for a product of an order may bring keys that the shop had already. */
const MOST_IN_VAIN = 3;

/** What a backorder lacks and no open purchase is to bring. */
interface Missing {
  readonly orderId: string;
  readonly productId: string;
  readonly quantity: number;
}

/**
 * What the buyer paid for one key, in minor units of a euro, and the offers that this pays for; cheapest first. `excludedIn`: his country
 * (two letters), where the product excludes it since the sale.
 */
interface Affordable {
  readonly chargedMinor: number;
  readonly offers: readonly FreeOffer[];
  readonly excludedIn: string | null;
}

const NONE: Affordable = { chargedMinor: 0, offers: [], excludedIn: null };

/**
 * Plans what is bought for paid orders that lack keys: from the cheapest offer that keeps the margin, in as many purchases as its supplier
 * demands, and what it has not from the next one. What an order is promised becomes its purchase; what others are promised is left alone.
 * What an open purchase is to bring is not planned again. An offer that brought an order keys which the shop had already is not bought from
 * for it again. A product that excludes the buyer's country since the sale is not bought for him: his wait ends, unless a part of it was
 * bought before. Called periodically.
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
    private readonly endExcludedWait: EndExcludedWait,
    private readonly catalogue: Catalogue,
    private readonly pricing: PricingRules,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Returns how many purchases were planned. @throws the first failure, when all orders that are not concerned were planned for */
  async run(): Promise<number> {
    const failures = new Failures();
    let planned = 0;
    for (const [productId, orderIds] of await this.affordable(failures)) {
      const ofProduct = await failures.attempt(() => this.planOf(productId, orderIds));
      planned += ofProduct ?? (await this.planEach(productId, orderIds, failures));
    }
    failures.raise();
    return planned;
  }

  /**
   * By product, the orders that lack it and can pay for an offer. Orders may wait for days until one is cheap enough: they are left out here,
   * without a lock and with as many queries for many as for one. Where that fails none is left out: it may be one of them that fails.
   */
  private async affordable(failures: Failures): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const lacking = await this.waits.lacking();
    if (lacking.length === 0) return new Map();
    const missing = missingOf(lacking, await this.purchases.open(lacking.map(({ orderId }) => orderId)));
    const found = await failures.attempt(async () => {
      const affordable = await this.affordableFor(missing);
      const excluded = missing.flatMap((one) => {
        const country = affordable(one).excludedIn;
        return country === null ? [] : [{ ...one, country }];
      });
      await this.endWaits(excluded, failures);
      return missing.filter((one) => affordable(one).offers.length > 0);
    });
    const orders = Map.groupBy(found ?? missing, ({ productId }) => productId);
    return new Map([...orders].map(([productId, ofProduct]) => [productId, new Set(ofProduct.map(({ orderId }) => orderId))]));
  }

  /** What was bought before works as it was sold; for the rest its order waits for keys of the shop. */
  private async endWaits(excluded: readonly (Missing & { readonly country: string })[], failures: Failures): Promise<void> {
    if (excluded.length === 0) return;
    const orderIds = excluded.map(({ orderId }) => orderId);
    const open = await this.purchases.open(orderIds);
    const useful = (await this.purchases.settled({ ids: [], orderIds })).filter(({ keys, knownKeys }) => keys > knownKeys);
    for (const { orderId, productId, country } of excluded) {
      if ([...open, ...useful].some((one) => one.orderId === orderId && one.productId === productId)) continue;
      await failures.attempt(() => this.transaction.run(() => this.endExcludedWait.run(orderId, { productId, country })));
    }
  }

  /** Each order in a transaction of its own: it may be one of them that fails. */
  private async planEach(productId: string, orderIds: ReadonlySet<string>, failures: Failures): Promise<number> {
    let planned = 0;
    for (const orderId of orderIds) planned += (await failures.attempt(() => this.planOf(productId, new Set([orderId])))) ?? 0;
    return planned;
  }

  /** For these orders, as far as they still lack the product; longest waiting first. */
  private planOf(productId: string, orderIds: ReadonlySet<string>): Promise<number> {
    return this.transaction.run(async () => {
      await this.purchases.lock();
      await this.free.lock([productId]);
      // In this order: of keys that come in between, too many seem to be on their way, never too few.
      const open = await this.purchases.open([...orderIds]);
      const lacking = (await this.waits.lacking(productId)).filter(({ orderId }) => orderIds.has(orderId));
      let planned = 0;
      for (const one of missingOf(lacking, open)) planned += await this.plan(one);
      return planned;
    });
  }

  /** Answers how many purchases were planned. The product is locked. */
  private async plan(wanting: Missing): Promise<number> {
    const { orderId, productId, quantity } = wanting;
    const { chargedMinor, offers } = (await this.affordableFor([wanting]))(wanting);
    let missing = quantity;
    let planned = 0;
    for (const { supplier, supplierProductId, offerId, priceMinor, quantity: offered } of offers) {
      const most = this.suppliers.named(supplier)?.mostPerOrder ?? 0;
      let left = most === 0 ? 0 : Math.min(missing, offered);
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

  /** Charged for one key: the least of the lines of the product. Of an order that is gone nothing is affordable. */
  private async affordableFor(missing: readonly Missing[]): Promise<(one: Missing) => Affordable> {
    const orderIds = [...new Set(missing.map(({ orderId }) => orderId))];
    const productIds = new Set(missing.map(({ productId }) => productId));
    const offersFor = await this.sellable.forOrders(productIds, new Set(orderIds));
    const activations = await this.catalogue.activations([...productIds]);
    const orders = await this.orders.purchased(orderIds);
    const { exchangeRates } = await this.pricing.current();
    const inVain = Map.groupBy(await this.purchases.inVain(orderIds), ({ orderId }) => orderId);
    return ({ orderId, productId }) => {
      const order = orders.get(orderId);
      if (!order) return NONE;
      const excludedIn = excludedSince(order, productId, activations.get(productId));
      if (excludedIn !== null) return { ...NONE, excludedIn };
      const lines = order.lines.filter((line) => line.productId === productId);
      const tried = (inVain.get(orderId) ?? []).filter((one) => one.productId === productId);
      if (lines.length === 0 || tried.length >= MOST_IN_VAIN) return NONE;
      const chargedMinor = inEuros(Math.min(...lines.map(({ unitMinor }) => unitMinor)), order.currency, exchangeRates);
      const wasTried = (offer: FreeOffer) =>
        tried.some(({ supplier, offerId }) => supplier === offer.supplier && offerId === offer.offerId);
      return { ...NONE, chargedMinor, offers: offersFor(productId, chargedMinor).filter((offer) => !wasTried(offer)) };
    };
  }
}

function missingOf(lacking: readonly LackingKeys[], open: readonly OpenPurchase[]): Missing[] {
  return lacking.flatMap((one) => {
    const quantity = missingKeys(one, [one], open);
    return quantity > 0 ? [{ ...one, quantity }] : [];
  });
}
