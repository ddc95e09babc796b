import type { InMemorySupplier } from './in-memory-supplier.ts';

/** Keys of an order, by their places, go back at the supplier's wish; the order stays as it is. `isPaid`: it pays for them. */
export function withdrawKeys(supplier: InMemorySupplier, orderId: string, places: readonly number[], isPaid = true): void {
  const made = supplier.ordered.find(({ order }) => order.orderId === orderId);
  if (!made) throw new Error(`There is no order ${orderId}.`);
  const ids = made.keys.flatMap(({ id }, place) => (places.includes(place) ? [id] : []));
  made.order = { ...made.order, withdrawn: [...(made.order.withdrawn ?? []), ...ids] };
  made.taken = [...(made.taken ?? []), ...ids.map((id) => ({ id, isPaid }))];
  if (isPaid) supplier.balanceMinor += Math.round(((made.order.costMinor ?? 0) * ids.length) / made.request.quantity);
}
