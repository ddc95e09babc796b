import type { PriceChange, PricedProduct } from '../domain/price.ts';

/** The read model behind lists, search and home. */
export abstract class Listings {
  /** Brings listings up to date whose price starts or ends by `now`; answers how many. Other processes learn of it when it commits. */
  abstract refreshDue(now: Date): Promise<number>;
  /** Writes listings anew from products and prices. Call inside a transaction. */
  abstract rebuild(productIds: readonly string[], now: Date): Promise<void>;
  /** Sweeps up after many changes, so that reads are planned and answered as fast as they can be. Outside of transactions. */
  abstract settle(): Promise<void>;
}

/** What the shop asks for its products, and asked before: rows are added and ended, never changed. */
export abstract class Prices {
  /** Products with an open base price, in the order of their ids, after `afterId`; at most `most`. Locks them until the transaction ends. */
  abstract openBase(afterId: string, most: number): Promise<PricedProduct[]>;
  /** Ends the open base price of each product at `at` and starts the new one. */
  abstract changeBase(changes: readonly PriceChange[], at: Date, actor: string): Promise<void>;
}
