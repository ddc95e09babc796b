import {
  chargedMinor,
  convertMinor,
  CURRENCIES,
  type Currency,
  currencyCode,
  formatMoney,
  type PriceTable,
  toMajor,
} from '@keyturn/shop-rules';
import { DomainError } from '../../../shared/domain-error.ts';
import type { PriceRules } from './price.ts';

/** The highest percentage off that needs no confirmation, against typing errors. */
const DEEPEST_CUT_PERCENT = 90;

/** The highest percentage that offers of suppliers take off by themselves: sales of publishers seldom go further. */
const DEEPEST_FOLLOWED_PERCENT = 75;
/** Milliseconds for which the highest lasting price counts: a deep cut in small steps is a deep cut. */
export const FOLLOWED_FOR_MS = 30 * 86_400_000;

/** What is charged, in minor units. */
export type ChargedAmounts = Readonly<Record<Currency, number>>;

const isTooDeep = (nowMinor: number, thenMinor: number, percent = DEEPEST_CUT_PERCENT) => thenMinor * 100 < nowMinor * (100 - percent);

/** Whether this would charge in any currency more than 75 % less than this price. */
export function isTooDeepToFollow(lasting: ChargedAmounts, after: PriceTable): boolean {
  return CURRENCIES.some((currency) => isTooDeep(lasting[currency], chargedMinor(after[currency]), DEEPEST_FOLLOWED_PERCENT));
}

/** Confirmations for a price that loses money, or seems to. */
export interface PriceConsent {
  /** The owner wants less for it than the shop pays. */
  readonly isBelowCost: boolean;
  /** A cut of more than 90 % is intended. */
  readonly isConfirmed: boolean;
}

/** A price that staff may not set like this: which product, and what it costs now and would cost then, in major units. */
export class PriceRefused extends DomainError {
  readonly kind = 'conflict';
  override readonly details: DomainError['details'];
  override readonly extra: Readonly<Record<string, unknown>>;

  constructor(field: string, message: string, change: { product: string; currency: Currency; nowMinor: number; thenMinor: number }) {
    super(message);
    const { product, currency, nowMinor, thenMinor } = change;
    this.details = [{ field, message }];
    this.extra = { product, currency: currencyCode(currency), priceNow: toMajor(nowMinor), priceThen: toMajor(thenMinor) };
  }
}

/** A sale never raises what is charged: not in any currency, at no moment of its time.
 * @param meanwhile what is charged without the sale during its time. @throws PriceRefused */
export function refuseRaise(product: string, sale: PriceTable, meanwhile: readonly PriceTable[]): void {
  for (const base of meanwhile)
    for (const currency of CURRENCIES) {
      const [nowMinor, thenMinor] = [chargedMinor(base[currency]), chargedMinor(sale[currency])];
      if (thenMinor <= nowMinor) continue;
      const [now, then] = [formatMoney(nowMinor, currency), formatMoney(thenMinor, currency)];
      const message = `This sale would raise the price of ${product} from ${now} to ${then}.`;
      throw new PriceRefused('percent', message, { product, currency, nowMinor, thenMinor });
    }
}

/** Refuses a price below cost, and a cut of more than 90 %, unless confirmed.
 * @param price.costMinor euros; null where the shop does not know it. @throws PriceRefused */
export function refuseLoss(
  product: string,
  price: { readonly before: PriceTable; readonly after: PriceTable; readonly costMinor: number | null },
  rules: PriceRules,
  consent: PriceConsent,
): void {
  for (const currency of CURRENCIES) {
    const [nowMinor, thenMinor] = [chargedMinor(price.before[currency]), chargedMinor(price.after[currency])];
    const change = { product, currency, nowMinor, thenMinor };
    const then = formatMoney(thenMinor, currency);
    if (price.costMinor !== null && !consent.isBelowCost) {
      const costMinor = currency === 'Eur' ? price.costMinor : convertMinor(price.costMinor, rules.exchangeRates[currency]);
      const message = `${then} is less than ${product} costs the shop (${formatMoney(costMinor, currency)}): an owner can say belowCost.`;
      if (thenMinor < costMinor) throw new PriceRefused('belowCost', message, change);
    }
    const message = `${then} for ${product} is more than ${DEEPEST_CUT_PERCENT} % off ${formatMoney(nowMinor, currency)}: say confirm if it is meant.`;
    if (!consent.isConfirmed && isTooDeep(nowMinor, thenMinor)) throw new PriceRefused('confirm', message, change);
  }
}
