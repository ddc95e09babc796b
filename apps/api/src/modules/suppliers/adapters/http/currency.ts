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

/** @throws SupplierAway where one of these is another currency: its amounts would be read as euros */
export function demandEuros(...named: readonly unknown[]): void {
  const other = named.find((one) => !isInEuros(one));
  if (other === undefined) return;
  const word = typeof other === 'string' && /^[a-z]{3}$/i.test(other) ? other.toUpperCase() : 'one that cannot be read';
  throw new SupplierAway(`It names the currency ${word}, and the shop reads euros alone.`);
}
