import type { StoredOrder } from './supplier-store.ts';

/** Euros as both suppliers write them. */
export function euros(cents: number): number {
  return cents / 100;
}

export function totalCents({ lines }: StoredOrder): number {
  return lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
}
