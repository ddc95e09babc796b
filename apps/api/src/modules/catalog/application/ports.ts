import type { ListWindow } from '../../../shared/list-window.ts';
import type { BasePeriod, BasePrice, PeriodChange, PriceRules } from '../domain/price.ts';
import type { ChargedAmounts } from '../domain/price-limits.ts';

/** The read model behind lists, search and home. */
export abstract class Listings {
  /**
   * Updates up to a thousand listings whose price starts or ends by `now`; returns how many. Other processes are notified when it commits.
   */
  abstract refreshDue(now: Date): Promise<number>;
  /** When the next price starts or ends, or should have; null where none is planned. */
  abstract nextDueAt(): Promise<Date | null>;
  /** Writes listings anew from products and prices. Call inside a transaction. */
  abstract rebuild(productIds: readonly string[], now: Date): Promise<void>;
  /** Vacuums and analyzes after many changes, for fast reads. Outside of transactions. */
  abstract settle(): Promise<void>;
}

/** What the cheapest offer of suppliers asks for a product. */
export interface ProductCost {
  readonly productId: string;
  /** Minor units of a euro; null: nobody offers it, and what it cost last stays. */
  readonly costMinor: number | null;
  /** The supplier's ids of the cheapest offers, as shoppers' browsers get them. */
  readonly offerIds: readonly string[];
}

export interface CostChange {
  readonly productId: string;
  /** Null: it was not known. */
  readonly beforeMinor: number | null;
  readonly afterMinor: number;
}

/**
 * The history of base prices: rows are added and ended, never changed. From its first row on each moment of a
 * product has one base price: those to come follow the one that is in force, and the last of them has no end.
 */
export abstract class Prices {
  /**
   * The base prices in force at `at` and to come, of the products that follow `afterId` in the order of their ids; of at most `most`
   * products. Locks them until the transaction ends.
   */
  abstract openBase(afterId: string, most: number, at: Date): Promise<BasePeriod[]>;
  /** The same of one product, earliest first; empty for an unknown one. */
  abstract ofProduct(productId: string, at: Date): Promise<BasePeriod[]>;
  /** The same of these products. */
  abstract ofProducts(productIds: readonly string[], at: Date): Promise<BasePeriod[]>;
  /**
   * What each of these products was charged at, or more, for a day in sum after `since`, by its base prices, in minor units: the highest such
   * price, and the highest of all where it has none for so long. An hour of another price, such as while somebody holds the cheap offers in an
   * unpaid checkout, is none.
   */
  abstract lastingPrices(productIds: readonly string[], since: Date, now: Date): Promise<ReadonlyMap<string, ChargedAmounts>>;
  /** Which products cost something else by these. Locks all that `noteCosts` would change until the transaction ends. */
  abstract changedCosts(costs: readonly ProductCost[]): Promise<CostChange[]>;
  /** Stores what products cost. Returns the products that changed. */
  abstract noteCosts(costs: readonly ProductCost[]): Promise<string[]>;
  /** Sets each price for its time, replacing what was in force or planned then; after its end that continues. Times are not before `at`. */
  abstract changeBase(changes: readonly PeriodChange[], at: Date, actor: string): Promise<void>;
}

export const SALE_STATES = ['running', 'planned'] as const;
export type SaleState = (typeof SALE_STATES)[number];

export interface PlannedSale extends BasePrice {
  readonly productId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Prices for a time, above whatever the base price is meanwhile. */
export abstract class Sales {
  /** Whether a sale of the product covers any of that time. */
  abstract isTaken(productId: string, startsAt: Date, endsAt: Date): Promise<boolean>;
  /** Answers its id. Call with the product locked. */
  abstract plan(sale: PlannedSale, at: Date, actor: string): Promise<string>;
  /** Ends a sale that is on or to come; null when the product has none under that id. */
  abstract end(productId: string, saleId: string, at: Date): Promise<{ startsAt: Date; endsAt: Date } | null>;
  /** Sales of all products, JSON in the wire's shape: those that are on, which end soonest first, or those to come, which start soonest. */
  abstract list(state: SaleState, window: ListWindow, at: Date): Promise<{ items: unknown[]; total: number }>;
}

/** Margin and exchange rates, as staff set them; until they do, those of the environment. */
export abstract class PricingRules {
  abstract current(): Promise<PriceRules>;
  /**
   * The same with a shared lock, for code that writes prices by them: they cannot be changed until the transaction ends, so the repricing
   * job of a change sees all prices by the old rules. Call inside a transaction, before products are locked.
   */
  abstract hold(): Promise<PriceRules>;
  /** When they were set; where that was never done, when the first price was made by those of the settings. Null: there is none. */
  abstract since(): Promise<Date | null>;
  /** Waits for holders of the shared lock. Returns the former rules. Call inside a transaction. */
  abstract set(rules: PriceRules, at: Date, actor: string): Promise<PriceRules>;
}

/** A lock for imports and repricing: one process at a time has it, and it is released when the process dies. */
export abstract class CatalogueLock {
  /**
   * Runs `work` with the lock; returns false without running it while another process has the lock. `isOurs` says whether the lock is still
   * held.
   */
  abstract tryRun(work: (isOurs: () => boolean) => Promise<void>): Promise<boolean>;
}
