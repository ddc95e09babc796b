import { CURRENCIES, CURRENCY_SYMBOLS, type Currency } from './currencies.ts';

/** One product's price in one currency, in minor units. `discountedMinor` is null where there is no discount. */
export interface Price {
  readonly listMinor: number;
  readonly discountedMinor: number | null;
}

export type PriceTable = Readonly<Record<Currency, Price>>;

/** The price fields of a product or wishlist entry as calls carry them: major units. */
export interface WirePrices {
  price?: number | null;
  sellPrice?: number | null;
  usdPrice?: number | null;
  plnPrice?: number | null;
  gbpPrice?: number | null;
  is_discounted?: boolean | null;
  /** Whole percent off the euro list price. */
  discount_perc?: number | null;
  new_price?: number | null;
  usdPriceDiscounted?: number | null;
  plnPriceDiscounted?: number | null;
  gbpPriceDiscounted?: number | null;
}

/** Major units to minor units, rounding half up on the decimal value: 1.005 is 101, not 100. */
export function toMinor(major: number): number {
  return Math.round(Number((major * 100).toFixed(6)));
}

/** Minor units to major units, for the wire only. */
export function toMajor(minor: number): number {
  return minor / 100;
}

/** `€36.00`, `$36.00`, `£1,236.00`, `36.00 zł`; with a no-break space, as an amount stands on one line. */
export function formatMoney(minor: number, currency: Currency): string {
  const amount = (minor / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
  const symbol = CURRENCY_SYMBOLS[currency];
  return currency === 'Pln' ? `${amount}\u00a0${symbol}` : `${symbol}${amount}`;
}

/** What a shopper pays for one piece. */
export function chargedMinor(price: Price): number {
  return price.discountedMinor ?? price.listMinor;
}

/** Whole percent off the list price; 0 without a discount. */
export function discountPercent(price: Price): number {
  if (price.discountedMinor === null || price.listMinor <= 0) return 0;
  return Math.round(((price.listMinor - price.discountedMinor) / price.listMinor) * 100);
}

/** A euro amount in another currency, rounded half up once. `rate` is units of that currency for one euro. */
export function convertMinor(eurMinor: number, rate: number): number {
  return Math.round(Number((eurMinor * rate).toFixed(6)));
}

/** What the shop asks for something that costs it `costMinor`, rounded half up. `margin` 0.12 adds 12 %. */
export function withMargin(costMinor: number, margin: number): number {
  return Math.round(Number((costMinor * (1 + margin)).toFixed(6)));
}

/** A list price with `percent` off, rounded half up. */
export function lessPercent(listMinor: number, percent: number): number {
  return Math.round(Number((listMinor * (1 - percent / 100)).toFixed(6)));
}

const fieldsOf: Record<Currency, { list: keyof WirePrices; discounted: keyof WirePrices }> = {
  Eur: { list: 'sellPrice', discounted: 'new_price' },
  Usd: { list: 'usdPrice', discounted: 'usdPriceDiscounted' },
  Pln: { list: 'plnPrice', discounted: 'plnPriceDiscounted' },
  Gbp: { list: 'gbpPrice', discounted: 'gbpPriceDiscounted' },
};

function amount(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value < Infinity ? toMinor(value) : null;
}

/**
 * The price to show in `currency`. The server always sends all four; only damaged browser data lacks one,
 * and then the euro price is shown with €, never NaN: look at `currency` of the answer.
 */
export function readPrice(wire: WirePrices, currency: Currency): Price & { currency: Currency } {
  const { list, discounted } = fieldsOf[currency];
  const listMinor = amount(wire[list]) ?? (currency === 'Eur' ? amount(wire.price) : null);
  if (listMinor === null) return currency === 'Eur' ? { listMinor: 0, discountedMinor: null, currency } : readPrice(wire, 'Eur');
  const asked = (wire.is_discounted === true ? amount(wire[discounted]) : null) ?? listMinor;
  return { listMinor, discountedMinor: asked < listMinor ? asked : null, currency };
}

/** The price fields that `readPrice` reads these prices from. */
export function writePrices(prices: PriceTable) {
  const list = (currency: Currency) => toMajor(prices[currency].listMinor);
  const discounted = (currency: Currency) => {
    const { discountedMinor } = prices[currency];
    return discountedMinor === null ? null : toMajor(discountedMinor);
  };
  return {
    price: list('Eur'),
    sellPrice: list('Eur'),
    usdPrice: list('Usd'),
    plnPrice: list('Pln'),
    gbpPrice: list('Gbp'),
    is_discounted: CURRENCIES.some((currency) => prices[currency].discountedMinor !== null),
    discount_perc: discountPercent(prices.Eur),
    new_price: discounted('Eur'),
    usdPriceDiscounted: discounted('Usd'),
    plnPriceDiscounted: discounted('Pln'),
    gbpPriceDiscounted: discounted('Gbp'),
  } satisfies WirePrices;
}

/** A line is unit × quantity; a total is the sum of lines. All in minor units. */
export function totalMinor(lines: readonly { unitMinor: number; quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + line.unitMinor * line.quantity, 0);
}
