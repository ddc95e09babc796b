import { parseCurrency } from '@keyturn/shop-rules';
import { z } from 'zod';
import { SUPPLIER_CURRENCY } from '../../application/ports.ts';
import { SupplierAway } from '../../domain/supplier-errors.ts';

/** Where an answer may name the currency of its amounts. */
export const namedCurrency = z.unknown().optional();

/** What names no currency counts as euros. */
export function isInEuros(named: unknown): boolean {
  return named === undefined || named === null || parseCurrency(named) === SUPPLIER_CURRENCY;
}

/** What to call another currency: an answer may have anything in its place. */
export function currencyWord(named: unknown): string {
  return typeof named === 'string' && /^[a-z]{3}$/i.test(named) ? named.toUpperCase() : 'one that cannot be read';
}

/** @throws SupplierAway where it is another currency: amounts would be read as euros */
export function demandEuros(named: unknown): void {
  if (!isInEuros(named)) throw new SupplierAway(`It names the currency ${currencyWord(named)}, and the shop reads euros alone.`);
}
