import { CURRENCIES, type Currency, toMajor, toMinor } from '@keyturn/shop-rules';
import type { CurrencyAmounts } from '../domain/planned-price.ts';
import type { PriceConsent } from '../domain/price-limits.ts';
import type { ShopCalendar } from '../../../shared/shop-calendar.ts';
import type { WantedSale } from '../application/ops/price-product.ts';
import type { Amounts, NewProductBody, SaleBody } from './products-ops.dto.ts';

const wireOf: Readonly<Record<Currency, keyof Amounts>> = { Eur: 'eur', Usd: 'usd', Pln: 'pln', Gbp: 'gbp' };

/** Major units of the wire in minor ones; what is left out is left out. */
export function amountsOf(body: Amounts): CurrencyAmounts {
  return Object.fromEntries(
    CURRENCIES.flatMap((currency) => {
      const major = body[wireOf[currency]];
      return typeof major === 'number' ? [[currency, toMinor(major)]] : [];
    }),
  );
}

/** From `startsAt` until just before `endsAt`; null where the body has none. Dates without a time are whole days. */
export function periodOf(
  body: { readonly startsAt?: string; readonly endsAt?: string },
  calendar: ShopCalendar,
): { startsAt: Date | null; endsAt: Date | null } {
  return {
    startsAt: typeof body.startsAt === 'string' ? calendar.start(body.startsAt) : null,
    endsAt: typeof body.endsAt === 'string' ? calendar.end(body.endsAt) : null,
  };
}

/** The sale of a body. */
export function offerOf(body: SaleBody, calendar: ShopCalendar): WantedSale {
  const charged = amountsOf(body.amounts ?? {});
  const { startsAt } = periodOf(body, calendar);
  return { percent: body.percent ?? null, charged, ...consentOf(body), startsAt, endsAt: calendar.end(body.endsAt) };
}

/** Nothing is confirmed by default. */
export function consentOf(body: { readonly belowCost?: boolean; readonly confirm?: boolean }): PriceConsent {
  return { isBelowCost: body.belowCost === true, isConfirmed: body.confirm === true };
}

export function majorAmounts(amounts: CurrencyAmounts): Record<string, number | null> {
  return Object.fromEntries(
    CURRENCIES.map((currency) => [wireOf[currency], amounts[currency] === undefined ? null : toMajor(amounts[currency])]),
  );
}

/** A new product in the words of a feed. */
export function feedLineOf(body: NewProductBody): Record<string, unknown> {
  const { price, metaDescription, limitPerBasket, isHidden: _isHidden, reason: _reason, ...same } = body;
  const line = {
    ...same,
    meta_description: metaDescription,
    limt_per_basket: limitPerBasket,
    sellPrice: price.eur,
    usdPrice: price.usd,
    plnPrice: price.pln,
    gbpPrice: price.gbp,
  };
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined && value !== null));
}
