import { CURRENCIES } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import { NotFit, OwnerNeeded, ProductNotFound, SaleNotFound, SaleOverlaps } from '../../domain/product-change-errors.ts';
import { type CurrencyAmounts, type SaleOffer, salePrice } from '../../domain/planned-price.ts';
import { type PriceConsent, refuseLoss, refuseRaise } from '../../domain/price-limits.ts';
import { type BasePeriod, basePrice, type BasePrice, type Period } from '../../domain/price.ts';
import { Catalogue } from '../catalogue.ts';
import { Listings, Prices, PricingRules, Sales } from '../ports.ts';
import { StaffProducts } from './staff-products.ts';

const LONGEST_SALE_MS = 366 * 86_400_000;

/** `startsAt` null: at once. */
interface WantedPeriod {
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

export type WantedSale = SaleOffer & PriceConsent & { readonly startsAt: Date | null; readonly endsAt: Date };

/** Sets what a product costs: for good or for a time, now or later, or less during a sale. Rows are added and ended, so the history stays. */
@Injectable()
export class PriceProduct {
  constructor(
    private readonly prices: Prices,
    private readonly sales: Sales,
    private readonly pricing: PricingRules,
    private readonly staffProducts: StaffProducts,
    private readonly catalogue: Catalogue,
    private readonly listings: Listings,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * For `period`, from now on if it has no start: replaces what was planned for that time, and after its end the price is what it would have
   * been. Given amounts do not change with rates, margin or feeds; currencies without one are derived from the euro, and the euro from the
   * cost. Without any amount and without times, feeds set the price again. Returns the own id.
   * @throws ProductNotFound, NotFit, OwnerNeeded, PriceRefused
   */
  set(name: string, list: CurrencyAmounts, period: WantedPeriod & PriceConsent, act: StaffAct): Promise<string> {
    return this.transaction.run(async () => {
      if (period.isBelowCost && act.by.role !== 'owner') throw new OwnerNeeded('belowCost');
      const rules = await this.pricing.hold();
      const at = this.clock.now();
      const { startsAt, endsAt } = startOf(period, at);
      if (endsAt !== null && endsAt <= startsAt) throw new NotFit('endsAt', 'A price must end after it starts, and not in the past.');
      const periods = await this.locked(name, at);
      const before = inForce(periods, startsAt);
      const price = basePrice({ costMinor: before.costMinor, list, discounted: {}, discountPercent: null }, rules);
      if (price === null) throw new NotFit('eur', 'The shop does not know what this product costs it: give the price in euros.');
      refuseLoss(name, { before: before.prices, after: price.prices, costMinor: before.costMinor }, rules, period);
      await this.prices.changeBase([{ ...price, productId: before.productId, startsAt, endsAt }], at, act.by.name);
      const isLeftToImports = Object.keys(list).length === 0 && startsAt <= at && endsAt === null;
      await this.staffProducts.pinPrice(before.productId, !isLeftToImports);
      await this.listings.rebuild([before.productId], at);
      await this.audit.record({
        ...act,
        action: 'products.price',
        subject: { type: 'product', id: before.productId },
        before: { ...amountsOf(before), ...replaced(periods, { startsAt, endsAt }, at) },
        after: timesOf(price, { startsAt, endsAt }),
      });
      return before.productId;
    });
  }

  /** Answers the id of the sale. @throws ProductNotFound, NotFit, OwnerNeeded, SaleOverlaps, PriceRefused */
  planSale(name: string, offer: WantedSale, act: StaffAct): Promise<string> {
    return this.transaction.run(async () => {
      if (offer.isBelowCost && act.by.role !== 'owner') throw new OwnerNeeded('belowCost');
      const rules = await this.pricing.hold();
      const at = this.clock.now();
      const { startsAt } = startOf(offer, at);
      const periods = await this.locked(name, at);
      const base = inForce(periods, startsAt);
      if (offer.endsAt <= startsAt) throw new NotFit('endsAt', 'A sale must end after it starts, and not in the past.');
      if (offer.endsAt.getTime() - startsAt.getTime() > LONGEST_SALE_MS) throw new NotFit('endsAt', 'A sale lasts a year at most.');
      if (await this.sales.isTaken(base.productId, startsAt, offer.endsAt)) throw new SaleOverlaps();
      const price = salePrice(base, offer, rules);
      const meanwhile = periods.filter((one) => one === base || (one.startsAt > startsAt && one.startsAt < offer.endsAt));
      refuseRaise(
        name,
        price.prices,
        meanwhile.map(({ prices }) => prices),
      );
      refuseLoss(name, { before: base.prices, after: price.prices, costMinor: base.costMinor }, rules, offer);
      const saleId = await this.sales.plan({ ...price, productId: base.productId, startsAt, endsAt: offer.endsAt }, at, act.by.name);
      await this.listings.rebuild([base.productId], at);
      await this.audit.record({
        ...act,
        action: 'products.sale',
        subject: { type: 'product', id: base.productId },
        before: amountsOf(base),
        after: { ...amountsOf(price), saleId, startsAt: startsAt.toISOString(), endsAt: offer.endsAt.toISOString() },
      });
      return saleId;
    });
  }

  /** At once; one that has not started never does. @throws ProductNotFound, SaleNotFound */
  endSale(name: string, saleId: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const at = this.clock.now();
      const { productId } = inForce(await this.locked(name, at), at);
      const ended = await this.sales.end(productId, saleId, at);
      if (!ended) throw new SaleNotFound();
      await this.listings.rebuild([productId], at);
      await this.audit.record({
        ...act,
        action: 'products.sale-end',
        subject: { type: 'product', id: productId },
        before: { saleId, startsAt: ended.startsAt.toISOString(), endsAt: ended.endsAt.toISOString() },
        after: { saleId, endsAt: (ended.startsAt > at ? ended.startsAt : at).toISOString() },
      });
    });
  }

  /** What the product costs from now (`at`) on, sales aside, earliest first. */
  private async locked(name: string, at: Date): Promise<[BasePeriod, ...BasePeriod[]]> {
    const productId = (await this.catalogue.productIds([name])).get(name);
    const [first, ...rest] = productId === undefined ? [] : await this.prices.ofProduct(productId, at);
    if (!first) throw new ProductNotFound();
    return [first, ...rest];
  }
}

function inForce(periods: readonly [BasePeriod, ...BasePeriod[]], moment: Date): BasePeriod {
  return periods.findLast(({ startsAt }) => startsAt <= moment) ?? periods[0];
}

/** The planned prices that `period` replaces, wholly or in part. */
function replaced(periods: readonly BasePeriod[], { startsAt, endsAt }: Period, at: Date): { planned?: ReturnType<typeof timesOf>[] } {
  const planned = periods.filter(
    (one) => one.startsAt > at && (one.endsAt === null || one.endsAt > startsAt) && (endsAt === null || one.startsAt < endsAt),
  );
  return planned.length === 0 ? {} : { planned: planned.map((one) => timesOf(one, one)) };
}

function timesOf(price: BasePrice, { startsAt, endsAt }: Period): Record<string, string | number | null> {
  return { ...amountsOf(price), startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null };
}

/** A start in the past becomes now. */
function startOf<P extends WantedPeriod>(period: P, at: Date): P & { readonly startsAt: Date } {
  return { ...period, startsAt: period.startsAt === null || period.startsAt < at ? at : period.startsAt };
}

/** `{ eur: 1999, eurDiscounted: 999, … }`, minor units. */
function amountsOf({ prices }: BasePrice): Record<string, number | null> {
  return Object.fromEntries(
    CURRENCIES.flatMap((currency) => [
      [currency.toLowerCase(), prices[currency].listMinor],
      [`${currency.toLowerCase()}Discounted`, prices[currency].discountedMinor],
    ]),
  ) as Record<string, number | null>;
}
