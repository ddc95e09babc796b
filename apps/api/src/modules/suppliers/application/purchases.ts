import type { ListWindow } from '../../../shared/list-window.ts';
import type { LackingKeys } from '../../stock/index.ts';
import type { ReadableKey, SupplierName, SupplierOrder } from './ports.ts';

/**
 * `planned`: not sent. `sent`: written before the call; the supplier may have the order. `ordered`: it has, and keys are to come. `complete`:
 * all keys are in stock. `ended`: the supplier cancelled or refunded it. `refused`: not ordered, or not found there by a reference that is
 * unique. `unclear`: nobody can tell whether the supplier has it, so it is never sent again, and nothing is bought in its place.
 */
export const PURCHASE_STATES = ['planned', 'sent', 'ordered', 'complete', 'ended', 'refused', 'unclear'] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

/** A key of a delivered order that a purchase is to replace. */
export interface Replacement {
  readonly keyId: string;
  /** Its place in the order, from 0. */
  readonly line: number;
  readonly slot: number;
  readonly askedBy: string;
  /** Whether staff accepted that the margin is not kept. */
  readonly acceptsLoss: boolean;
  /** Whether staff accepted that the product excludes the buyer's country since the sale. */
  readonly acceptsRegion: boolean;
}

/** One order at one supplier, for one backorder or in place of one key. Its id is the reference that is sent. */
export interface NewPurchase {
  readonly id: string;
  readonly supplier: SupplierName;
  readonly orderId: string;
  readonly productId: string;
  readonly supplierProductId: string;
  readonly offerId: string;
  readonly quantity: number;
  /** What one key may cost: the price of the offer. Minor units of a euro. */
  readonly priceMinor: number;
  /** What the buyer paid for one key. Minor units of a euro. */
  readonly chargedMinor: number;
  /** Null: it is for a backorder. */
  readonly replaces: Replacement | null;
}

export interface Purchase extends NewPurchase {
  readonly state: PurchaseState;
  readonly supplierOrderId: string | null;
  /** When it was sent for the first time. */
  readonly sentAt: Date | null;
  /** Of one that was taken: the end of the lease, by which changes tell whether it is still theirs. */
  readonly leasedUntil: Date | null;
  /** Steps since the state changed. */
  readonly tries: number;
}

export interface PurchaseRecord extends Purchase {
  /** Keys that came, those included that the shop had before. */
  readonly keys: number;
  readonly knownKeys: number;
  /** Of those that the shop had not, the ids in stock, as far as they are noted. */
  readonly stockKeyIds: readonly string[];
  /** For how many of its keys, at most, a buyer paid `chargedMinor`; null: for all that are good. It grows where others bring less. */
  readonly chargedPieces: number | null;
  readonly costMinor: number | null;
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly closedAt: Date | null;
}

export interface OpenPurchase {
  readonly id: string;
  /** Null: it is for a backorder. */
  readonly replacedKeyId: string | null;
  readonly orderId: string;
  readonly productId: string;
  /** Keys that are still to come. */
  readonly outstanding: number;
}

/** Of a product, the keys that an order lacks and no open purchase is to bring; below 0 where more are on their way. */
export function missingKeys(
  { orderId, productId }: Pick<NewPurchase, 'orderId' | 'productId'>,
  lacking: readonly LackingKeys[],
  open: readonly OpenPurchase[],
): number {
  const isOf = (one: { readonly orderId: string; readonly productId: string }) => one.orderId === orderId && one.productId === productId;
  const coming = open.filter(isOf).reduce((sum, { outstanding }) => sum + outstanding, 0);
  return (lacking.find(isOf)?.quantity ?? 0) - coming;
}

/** What has changed for a purchase since it was given up. */
export interface LateOrder {
  readonly chargedPieces: number;
  readonly replaces: boolean;
}

/** How many purchases of a supplier are open, and how many failed lately: those not that staff recorded as not made. */
export interface PurchaseCounts {
  readonly open: number;
  readonly failed: number;
}

/** A purchase that has been in its state for too long, whatever keeps it there. */
export interface OverduePurchase {
  readonly id: string;
  readonly supplier: SupplierName;
  readonly state: 'planned' | 'sent' | 'ordered';
  readonly since: Date;
  readonly failure: string | null;
}

/**
 * Every method that changes something must run inside a transaction. `drop`, `sent`, `postpone` and `close` change nothing where the
 * purchase has another state or lease by now: somebody else works on it. What one that is closed or forgotten was to bring, and did not, is
 * counted as paid for orders that arrived late and were counted without it (`LateOrder`).
 */
export abstract class KeyPurchases {
  /** One planner at a time until the transaction ends. */
  abstract lock(): Promise<void>;
  abstract add(purchase: NewPurchase, at: Date): Promise<void>;
  /** Of these orders: what is still to come, `unclear` ones included. */
  abstract open(orderIds: readonly string[]): Promise<OpenPurchase[]>;
  /** What was refused, ended without keys, or cost more than agreed, since a moment. `isOutOfFunds`: by the whole supplier. */
  abstract refusedSince(since: Date): Promise<{ productId: string; closedAt: Date; isOutOfFunds: boolean }[]>;
  /** Whether since a moment a supplier refused a purchase because its balance was too low, or an order from the offer cost more than agreed. */
  abstract isLeftAlone(offer: Pick<NewPurchase, 'supplier' | 'offerId'>, since: Date): Promise<boolean>;
  /** Takes one of a supplier that is due, which nobody else takes before `leaseUntil`; null if there is none. */
  abstract take(supplier: SupplierName, at: Date, leaseUntil: Date): Promise<Purchase | null>;
  /** Locks one until the transaction ends. Returns whether it is still in the state and under the lease that it was taken with. */
  abstract isHeld(purchase: Purchase): Promise<boolean>;
  /** Locks one until the transaction ends, whoever has it, and answers it as it is then. */
  abstract locked(id: string): Promise<PurchaseRecord | null>;
  /** Locks the open ones of an order's product until the transaction ends. */
  abstract lockOpen(of: Pick<NewPurchase, 'orderId' | 'productId'>): Promise<void>;
  /** Forgets one that was never sent. */
  abstract drop(purchase: Purchase): Promise<void>;
  /** Forgets those of an order's product that were never sent, those that somebody is about to send among them: `sent` refuses them. */
  abstract dropPlanned(of: Pick<NewPurchase, 'orderId' | 'productId'>): Promise<void>;
  /** Written before each call. Keeps the moment of the first one. Returns whether the call may be made. */
  abstract sent(purchase: Purchase, at: Date): Promise<boolean>;
  /**
   * Whoever has the lease: an order that the supplier has confirmed is true, also of one that was given up meanwhile. `late`: for how
   * many of its keys a buyer paid, and whether it still replaces the key that it was to replace.
   */
  abstract ordered(id: string, order: SupplierOrder, at: Date, late?: LateOrder): Promise<void>;
  /**
   * Waits for its next step, which is due at once where its order was hinted at since it was taken. `state`: `planned` again where it was
   * surely not sent; left out: as it is. Its `tries` are stored.
   */
  abstract postpone(purchase: Purchase, failure: string | null, dueAt: Date, state?: 'planned'): Promise<void>;
  /** Returns whether its order was hinted at since it was taken: then it may have changed since it was read. */
  abstract close(
    purchase: Purchase,
    end: {
      state: 'complete' | 'ended' | 'refused' | 'unclear';
      failure?: string | null;
      isOutOfFunds?: boolean;
      costMinor?: number | null;
    },
    at: Date,
  ): Promise<boolean>;
  /**
   * An order of a supplier may have changed: its purchase is looked at now, if it still waits for keys. One that somebody works on stays
   * theirs: most suppliers hint at each new order, and reading it twice would keep its buyer waiting.
   */
  abstract wake(supplier: SupplierName, supplierOrderId: string, at: Date): Promise<void>;
  /** Notes keys that came. Returns those that had not come before in this purchase, with the ids that they are noted by. */
  abstract noteKeys(purchase: Purchase, keys: readonly ReadableKey[], at: Date): Promise<ReadableKey[]>;
  /** Marks a key, by the id that it is noted by, that the shop had already: it is no use for the backorder. */
  abstract markKnown(supplier: SupplierName, keyId: string): Promise<void>;
  /** The offers of purchases for these orders that brought keys which the shop had already: one for each purchase. */
  abstract inVain(
    orderIds: readonly string[],
  ): Promise<{ readonly orderId: string; readonly productId: string; readonly supplier: SupplierName; readonly offerId: string }[]>;
  abstract ofId(id: string): Promise<PurchaseRecord | null>;
  abstract ofOrder(orderId: string): Promise<PurchaseRecord[]>;
  /** Those of these ids and of these orders that are complete or ended. */
  abstract settled(of: { readonly ids: readonly string[]; readonly orderIds: readonly string[] }): Promise<PurchaseRecord[]>;
  /** Newest first. */
  abstract list(
    supplier: SupplierName,
    state: PurchaseState | null,
    window: ListWindow,
  ): Promise<{ items: PurchaseRecord[]; total: number }>;
  /**
   * Up to a hundred, oldest first: those that were planned or sent before `unsettledBefore`, and those that were ordered before
   * `orderedBefore` and lack keys.
   */
  abstract overdue(unsettledBefore: Date, orderedBefore: Date): Promise<OverduePurchase[]>;
  abstract counts(since: Date): Promise<ReadonlyMap<SupplierName, PurchaseCounts>>;
}

/** Which offers may be bought from. */
export abstract class PurchaseLimits {
  abstract readonly offerMaxAgeMs: number;
  abstract readonly minMargin: number;
}
