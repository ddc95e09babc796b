import type { Currency } from '@keyturn/shop-rules';
import type { KeySecret } from '../../stock/index.ts';
import type { Hint, SupplierMessage } from './messages.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { SupplierRefused } from '../domain/supplier-errors.ts';

/** The suppliers that the shop can work with; one without credentials is off. */
export const SUPPLIER_NAMES = ['kinguin', 'codeswholesale'] as const;
export type SupplierName = (typeof SUPPLIER_NAMES)[number];

export const BREAKER_STATES = ['closed', 'open', 'half-open'] as const;
/** Whether a supplier is asked at all: `open` after failures in a row, `half-open` while one call tries whether it is back. */
export type BreakerState = (typeof BREAKER_STATES)[number];

/** What suppliers are paid in: all amounts of theirs, prices, costs and balances, are euros. */
export const SUPPLIER_CURRENCY = 'Eur' satisfies Currency;

/** What there is of one product at one price, as the shop keeps it. */
export interface EuroOffer {
  readonly offerId: string;
  /** The supplier's own id of the product. */
  readonly supplierProductId: string;
  /** Null where the supplier does not know Kinguin's ids. */
  readonly kinguinId: number | null;
  readonly name: string;
  /** Minor units of a euro, for one key. */
  readonly priceMinor: number;
  readonly quantity: number;
}

/** The same as a supplier offers it. Its adapter takes no other currency for euros. */
export interface SupplierOffer extends EuroOffer {
  readonly currency: typeof SUPPLIER_CURRENCY;
}

export interface OfferPage {
  readonly offers: readonly SupplierOffer[];
  /** Products on this page. */
  readonly products: number;
  /** Offers and products that were left out because they cannot be read. */
  readonly skipped: number;
  /** Where the next page begins; null after the last one. */
  readonly next: string | null;
  /** The products as lines of a feed that the catalogue imports; empty where it cannot read those of the supplier. */
  readonly lines: readonly string[];
}

/** Products that changed, with all their offers. */
export interface ChangesPage extends OfferPage {
  /** Those that have no offer any more, by the supplier's own ids. */
  readonly emptied: readonly string[];
  /** Those of which some offers cannot be read, by the same ids: these may still be there. */
  readonly incomplete: readonly string[];
}

/**
 * What a supplier does with the shop's own reference of an order. `unique`: a second order with it is refused. `listed`: orders can be found
 * by it, and a second one may be taken. `none`: orders have no reference.
 */
export type References = 'unique' | 'listed' | 'none';

/** How keys go back to a supplier: by a call, or by asking its support. */
export type Returns = 'call' | 'by hand';

export interface OrderRequest {
  /** The shop's own. */
  readonly reference: string;
  readonly supplierProductId: string;
  readonly offerId: string;
  readonly quantity: number;
  /** The most that one key may cost, in minor units of a euro. */
  readonly priceMinor: number;
}

export interface SupplierOrder {
  /** The supplier's own. */
  readonly orderId: string;
  /** `open`: keys are still to come. `ended`: cancelled or refunded. */
  readonly state: 'open' | 'complete' | 'ended';
  /** What the whole order costs, in minor units of a euro; null where the supplier does not say, or names another currency. */
  readonly costMinor: number | null;
  /** Ids of its keys that the supplier has taken back or will not deliver, where it says so: they are no keys any more. */
  readonly withdrawn?: readonly string[];
}

export interface SupplierKey {
  /** The supplier's own: the same key has the same one, however often it comes. Another order may have it for another key. */
  readonly id: string;
  /** Null: it is there, and the shop cannot read it. */
  readonly secret: KeySecret | null;
}

export interface ReadableKey extends SupplierKey {
  readonly secret: KeySecret;
}

/** A key that went back. `id` is the supplier's. */
export interface TakenKey {
  readonly id: string;
  /** Whether it has paid for it. One that it has not paid for is its own all the same, and not for sale any more. */
  readonly isPaid: boolean;
}

/**
 * A supplier's API. Calls are limited in their rate and time; reads are tried again. Never call it inside a transaction. All amounts are
 * euros: where a supplier names another currency, of its account or a price, SupplierAway names it, and no offer of it is read: nothing is bought.
 * Every method throws SupplierAway if the supplier does not answer as it promises (SupplierPausing while it asks to be left alone), and
 * SupplierRefused if it says no.
 */
export abstract class Supplier {
  abstract readonly name: SupplierName;
  abstract breaker(): BreakerState;
  /** One page of everything that it offers. `cursor`: null for the first page, else `next` of the one before, also of another process. */
  abstract offers(cursor: string | null): Promise<OfferPage>;
  /**
   * One page of the products that changed since a moment; `cursor` as for `offers`. Null where the supplier cannot tell, which is so unless
   * an adapter says otherwise.
   */
  changes(..._asked: [since: Date, cursor: string | null]): Promise<ChangesPage | null> {
    return Promise.resolve(null);
  }
  /** The offers of one product, by the supplier's own id; none where it has none any more, and nothing was skipped. `next` is null. */
  abstract product(supplierProductId: string): Promise<OfferPage>;
  /** What a webhook is about. Never throws: what cannot be read, or does not carry the secret that was set, is about nothing. */
  abstract hints(message: SupplierMessage): Hint[];
  /** What can be spent, in minor units of a euro. */
  abstract balance(): Promise<number>;
  abstract readonly references: References;
  /** Keys that one order may have. */
  abstract readonly mostPerOrder: number;
  /** Orders once. Never tried again by itself: where SupplierAway says `mayBeDone`, look for the reference. */
  abstract order(request: OrderRequest): Promise<SupplierOrder>;
  /** The order with a reference of the shop, sent at `sentAt`; null if the supplier has none. */
  abstract find(reference: string, sentAt: Date): Promise<SupplierOrder | null>;
  /** How an order stands. */
  abstract orderOf(orderId: string): Promise<SupplierOrder>;
  /** The keys of an order that are there: they come one by one. */
  abstract keys(orderId: string): Promise<SupplierKey[]>;
  /** A supplier that takes keys back by a call overrides this and the next two. */
  readonly returns: Returns = 'by hand';
  /** Gives all keys of an order back. Called again it does nothing more, and is refused. Sent once, as an order. */
  async takeBack(_orderId: string): Promise<void> {
    throw new SupplierRefused('It has no call that takes keys back.');
  }
  /** The keys of an order that it has taken back. */
  async takenBack(_orderId: string): Promise<TakenKey[]> {
    return [];
  }
  /** Statuses of orders that the adapter does not know: such an order counts as open. */
  unknownStatuses(): readonly string[] {
    return [];
  }
  /** Currencies other than the euro in which it charged orders: their cost counts as agreed. */
  otherCurrencies(): readonly string[] {
    return [];
  }
}

/** The suppliers that have credentials. */
export class Suppliers {
  constructor(readonly all: readonly Supplier[]) {}

  /** Null for one that is off. */
  named(name: SupplierName): Supplier | null {
    return this.all.find((supplier) => supplier.name === name) ?? null;
  }
}

/** An offer with the product of the shop that it is for; null: the shop has none. */
export interface LinkedOffer extends EuroOffer {
  readonly productId: string | null;
}

/** A stored offer. */
export interface SeenOffer extends LinkedOffer {
  readonly seenAt: Date;
}

export interface OfferFilter {
  /** Only offers of these products of the shop. */
  readonly productIds?: readonly string[];
  /** Only offers that no product of the shop is linked to, or only the others. */
  readonly isLinked?: boolean;
}

/** Offers as the latest synchronisations saw them, and which products they are for. */
export abstract class SupplierOffers {
  /** Adds offers, or replaces what was known of them, unless that was seen later. Offers are locked in the order of their ids, here and by every other method. */
  abstract put(supplier: SupplierName, offers: readonly LinkedOffer[], seenAt: Date): Promise<void>;
  /** How many products of a supplier are stored, and how many of them have an offer that was seen at a moment or later. */
  abstract countProducts(supplier: SupplierName, since: Date): Promise<{ products: number; seen: number }>;
  /** Removes up to a thousand offers that were last seen before a moment. Returns of each whose it was: null where the shop has no such product. */
  abstract dropUnseen(supplier: SupplierName, before: Date): Promise<{ supplierProductId: string; productId: string | null }[]>;
  /** Cheapest first within a product; `total` is exact up to where lists stop counting. */
  abstract list(supplier: SupplierName, filter: OfferFilter, window: ListWindow): Promise<{ items: SeenOffer[]; total: number }>;
  /**
   * Removes the offers of one product of a supplier but these, and but those that were seen after `seenAt`. Returns the products of the shop
   * that had them.
   */
  abstract dropOthers(supplier: SupplierName, supplierProductId: string, offerIds: readonly string[], seenAt: Date): Promise<string[]>;
  /**
   * Up to `most` products of the shop to ask a supplier about again, by the supplier's own ids: those that are promised to unpaid orders or
   * were bought since a moment, then others. Of both those whose offers were seen longest ago, and others have a part of the places always.
   */
  abstract toAskAgain(supplier: SupplierName, boughtSince: Date, most: number): Promise<string[]>;
  /** Products of the shop that a supplier has offers of. */
  abstract productIds(supplier: SupplierName): Promise<string[]>;
  /** Links that staff made, by the supplier's own ids; those without one are missing. */
  abstract links(supplier: SupplierName, supplierProductIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Links a product of a supplier to one of the shop, also for offers that are stored. Returns the former link, if any. */
  abstract link(supplier: SupplierName, supplierProductId: string, productId: string, by: string, at: Date): Promise<string | null>;
}

export interface SupplierState {
  readonly pausedAt: Date | null;
  readonly pausedBy: string | null;
  readonly balanceMinor: number | null;
  readonly breaker: BreakerState | null;
  /** Why the latest check failed; null: it did not. */
  readonly failure: string | null;
  readonly checkedAt: Date | null;
  /** When the latest complete synchronisation ended. */
  readonly feedAt: Date | null;
  readonly offers: number;
}

/** State of the suppliers that all processes share. */
export abstract class SupplierStates {
  /** Of each of these suppliers, also of one of which nothing was stored yet. Counts all their offers: for reports alone. */
  abstract of(names: readonly SupplierName[]): Promise<ReadonlyMap<SupplierName, SupplierState>>;
  /** Which of these are paused. */
  abstract paused(names: readonly SupplierName[]): Promise<ReadonlySet<SupplierName>>;

  /** Of the suppliers that have credentials, those that are not paused. */
  async active({ all }: Suppliers): Promise<Supplier[]> {
    if (all.length === 0) return [];
    const paused = await this.paused(all.map(({ name }) => name));
    return all.filter(({ name }) => !paused.has(name));
  }

  /** Returns whether it was paused before, as the next one does. */
  abstract pause(name: SupplierName, by: string, at: Date): Promise<boolean>;
  abstract resume(name: SupplierName): Promise<boolean>;
  /** Stores a check. `balanceMinor` null: it failed, and the last known balance stays. */
  abstract note(
    name: SupplierName,
    check: { balanceMinor: number | null; breaker: BreakerState; failure: string | null },
    at: Date,
  ): Promise<void>;
}
