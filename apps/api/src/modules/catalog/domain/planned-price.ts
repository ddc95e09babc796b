import { CURRENCIES, type Currency } from '@keyturn/shop-rules';
import { NotFit } from './product-change-errors.ts';
import { type BasePrice, basePrice, type PriceRules } from './price.ts';

/** Minor units. */
export type CurrencyAmounts = Readonly<Partial<Record<Currency, number>>>;

export interface SaleOffer {
  /** Percent off the base price. */
  readonly percent: number | null;
  /** Or amounts to be charged; currencies without one follow the euro amount. */
  readonly charged: CurrencyAmounts;
}

/** What a product costs during a sale: its base prices, less what the offer says. @throws NotFit where that is no discount */
export function salePrice(base: BasePrice, offer: SaleOffer, rules: PriceRules): BasePrice {
  if ((offer.percent === null) === (Object.keys(offer.charged).length === 0))
    throw new NotFit('percent', 'Give either percent or amounts.');
  for (const currency of CURRENCIES) {
    const charged = offer.charged[currency];
    if (charged !== undefined && charged >= base.prices[currency].listMinor)
      throw new NotFit(`amounts.${currency.toLowerCase()}`, 'A sale must cost less than the base price.');
  }
  const list = Object.fromEntries(CURRENCIES.map((currency) => [currency, base.prices[currency].listMinor]));
  const sale = basePrice({ costMinor: null, list, discounted: offer.charged, discountPercent: offer.percent }, rules);
  if (sale === null || CURRENCIES.some((currency) => sale.prices[currency].discountedMinor === null))
    throw new NotFit(offer.percent === null ? 'amounts.eur' : 'percent', 'This is no discount in every currency.');
  return { ...sale, overridden: sale.overridden.filter((amount) => amount.endsWith('.discounted')) };
}
