import type { SupplierKey, SupplierOrder } from '../ports.ts';

/**
 * Ids of keys of an order that the supplier has taken back: those that it names, else all if it ended the order when all had come. What came
 * of an order that it ended before stays.
 */
export function withdrawnIds(
  { state, withdrawn }: SupplierOrder,
  came: readonly Pick<SupplierKey, 'id'>[],
  quantity: number,
): readonly string[] {
  if (withdrawn) return withdrawn;
  const ids = new Set(came.map(({ id }) => id));
  return state === 'ended' && ids.size >= quantity ? [...ids] : [];
}
