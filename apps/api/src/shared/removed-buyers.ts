/** What ends the address of an order whose buyer was removed; nobody reads mail there. */
export const REMOVED_BUYERS = {
  /** By an erasure. Before it stands what all orders of the person have in common. */
  erased: '@erased.invalid',
  /** As the checkout was never paid. Before it stands the order's id, so that no two are one person's. */
  unpaid: '@unpaid.invalid',
  /** After the years of accounting. Before it, too, stands the order's id. */
  accounted: '@accounted.invalid',
} as const;

/** Matches such an address. The index of `unpaid-orders-20270103.ts` has the same text: PostgreSQL uses it for no other one. */
export const REMOVED_BUYER = new RegExp(`@(${Object.keys(REMOVED_BUYERS).join('|')})[.]invalid$`);
