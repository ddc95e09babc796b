import type { FixedClock } from '../../../testing/fakes.ts';
import type { KeyStock } from '../application/ports.ts';

/** An empty stock, two products, and ids of orders that exist. */
export type MakeStock = () => Promise<{
  stock: KeyStock;
  clock: FixedClock;
  products: [string, string];
  orders: [string, string];
  inTransaction<T>(work: () => Promise<T>): Promise<T>;
}>;
