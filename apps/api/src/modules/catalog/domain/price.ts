import {
  convertMinor,
  CURRENCIES,
  type Currency,
  discountPercent,
  lessPercent,
  type Price,
  type PriceTable,
  withMargin,
} from '@keyturn/shop-rules';

/** How prices are made: the margin on what a product costs, and units of other currencies for one euro. */
export interface PriceRules {
  readonly margin: number;
  readonly exchangeRates: Readonly<Record<Exclude<Currency, 'Eur'>, number>>;
}

/** Amounts set by hand or by a feed; all others are derived. Minor units. */
export interface GivenPrices {
  /** What the shop pays; private. */
  readonly costMinor: number | null;
  readonly list: Readonly<Partial<Record<Currency, number>>>;
  readonly discounted: Readonly<Partial<Record<Currency, number>>>;
  /** Percent off where no discounted euro amount is given; null without a discount. */
  readonly discountPercent: number | null;
}

export interface BasePrice {
  readonly prices: PriceTable;
  readonly discountPercent: number;
  /** `Eur.list`, `Gbp.discounted`, …: amounts that were given and stay when rates or margin change. */
  readonly overridden: readonly string[];
}

export interface PricedProduct extends BasePrice {
  readonly productId: string;
  readonly costMinor: number | null;
}

export interface PriceChange extends BasePrice {
  readonly productId: string;
}

/** From `startsAt` on; `endsAt` is the first moment without it, null where no end is set. */
export interface Period {
  readonly startsAt: Date;
  readonly endsAt: Date | null;
}

export type BasePeriod = PricedProduct & Period;
export type PeriodChange = PriceChange & Period;

const LARGEST_MINOR = 100_000_000;

/**
 * All four prices of a product: what is given wins, the euro price comes from the cost, the other currencies from the euro
 * price, each rounded half up once; a discounted euro amount takes as much off the others.
 * Null when there is neither a euro price nor a cost, or an amount is not sane.
 */
export function basePrice(given: GivenPrices, rules: PriceRules): BasePrice | null {
  const eurMinor = given.list.Eur ?? (given.costMinor === null ? null : withMargin(given.costMinor, rules.margin));
  if (eurMinor === null) return null;
  const overridden: string[] = [];
  const eurDiscounted = discountOf(eurMinor, given.discounted.Eur);
  const prices = Object.fromEntries(
    CURRENCIES.map((currency) => {
      const listGiven = given.list[currency];
      const derived = currency === 'Eur' ? eurMinor : Math.max(1, convertMinor(eurMinor, rules.exchangeRates[currency]));
      const listMinor = listGiven ?? derived;
      if (listGiven !== undefined) overridden.push(`${currency}.list`);
      const givenMinor = discountOf(listMinor, given.discounted[currency]);
      if (givenMinor !== null) overridden.push(`${currency}.discounted`);
      const percentMinor = given.discountPercent === null ? undefined : lessPercent(listMinor, given.discountPercent);
      const derivedMinor = discountOf(listMinor, eurDiscounted === null ? percentMinor : convertMinor(listMinor, eurDiscounted / eurMinor));
      return [currency, { listMinor, discountedMinor: givenMinor ?? derivedMinor } satisfies Price];
    }),
  ) as Record<Currency, Price>;
  const isSane = CURRENCIES.every((currency) => prices[currency].listMinor >= 1 && prices[currency].listMinor <= LARGEST_MINOR);
  if (!isSane) return null;
  // A given percentage is stored as it is: one computed from small, rounded amounts would differ.
  const percent = eurDiscounted === null && prices.Eur.discountedMinor !== null ? given.discountPercent : null;
  return { prices, discountPercent: percent ?? discountPercent(prices.Eur), overridden };
}

/** An amount that is a discount on this list price, or null. */
function discountOf(listMinor: number, minor: number | undefined): number | null {
  return minor !== undefined && minor >= 1 && minor < listMinor ? minor : null;
}

/** The same product under other rules; null when nothing about its price changes. */
export function repriced(product: PricedProduct, rules: PriceRules): PriceChange | null {
  const given = (kind: 'list' | 'discounted') =>
    Object.fromEntries(
      CURRENCIES.filter((currency) => product.overridden.includes(`${currency}.${kind}`)).map((currency) => [
        currency,
        (kind === 'list' ? product.prices[currency].listMinor : product.prices[currency].discountedMinor) ?? undefined,
      ]),
    );
  const list = given('list');
  // Without a cost the euro price is all that is known: it stays.
  if (product.costMinor === null) list.Eur ??= product.prices.Eur.listMinor;
  const isDiscounted = product.prices.Eur.discountedMinor !== null;
  const next = basePrice(
    { costMinor: product.costMinor, list, discounted: given('discounted'), discountPercent: isDiscounted ? product.discountPercent : null },
    rules,
  );
  if (next === null || samePrices(next.prices, product.prices)) return null;
  return { ...next, overridden: product.overridden, productId: product.productId };
}

/** The same of a period, from `now` on where it has begun. */
export function repricedPeriod(period: BasePeriod, rules: PriceRules, now: Date): PeriodChange | null {
  const change = repriced(period, rules);
  return change && { ...change, startsAt: period.startsAt < now ? now : period.startsAt, endsAt: period.endsAt };
}

export function sameRules(one: PriceRules, other: PriceRules): boolean {
  const { Usd, Pln, Gbp } = other.exchangeRates;
  const { exchangeRates } = one;
  return one.margin === other.margin && exchangeRates.Usd === Usd && exchangeRates.Pln === Pln && exchangeRates.Gbp === Gbp;
}

export function samePrices(one: PriceTable, other: PriceTable): boolean {
  return CURRENCIES.every(
    (currency) =>
      one[currency].listMinor === other[currency].listMinor && one[currency].discountedMinor === other[currency].discountedMinor,
  );
}
