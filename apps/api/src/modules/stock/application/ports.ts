import type { KeySecret } from '../domain/key-secret.ts';
import type { OrderPiece } from './returns/key-returns.ts';

export interface SealedKey {
  readonly ciphertext: Buffer;
  readonly nonce: Buffer;
  /** Which key-encryption key sealed it. */
  readonly keyVersion: number;
}

/** Encrypts keys at rest. `context` binds a ciphertext to its row: it opens nowhere else. */
export abstract class Vault {
  abstract seal(secret: KeySecret, context: string): SealedKey;
  /** @throws Error when the key version is unknown or the data was changed. */
  abstract open(sealed: SealedKey, context: string): KeySecret;
  /** Keyed hash that is the same for the same secret: finds duplicates without opening anything. */
  abstract fingerprint(secret: KeySecret): Buffer;
  /** The same for all spellings of a key to type in (`normalisedKey`): finds probable duplicates. Null for accounts and pictures. */
  abstract normalisedFingerprint(secret: KeySecret): Buffer | null;
}

export interface NewKey {
  readonly productId: string;
  readonly secret: KeySecret;
}

/** Where keys come from, and what is refused of them. */
export interface Intake {
  readonly actor: string;
  /** The upload that brings them; null for any other way. */
  readonly uploadId?: string | null;
  /** The order that they were bought for: it gets them before backorders that wait longer. */
  readonly orderId?: string;
  /** Whether keys are left out that differ from a known one in case, dashes and spaces alone. */
  readonly refusesSimilar?: boolean;
}

/** How the shop knows a key already: the very same one, or one that differs in case, dashes and spaces alone. */
export type Repeat = 'same' | 'similar';

export interface Wanted {
  readonly productId: string;
  readonly quantity: number;
}

/** A line of a paid order. `slots`: which of its pieces these are, counted from 0; left out: the first `quantity`. */
export interface PaidLine extends Wanted {
  readonly line: number;
  readonly slots?: readonly number[];
}

/** What a backorder still has to get of one product. */
export interface LackingKeys extends Wanted {
  readonly orderId: string;
}

export interface DeliveredKey {
  readonly line: number;
  readonly slot: number;
  readonly secret: KeySecret;
}

/** Keys of an order, by line and slot. `hasMore`: others follow the last one, as together they are more than a process may hold. */
export interface RevealedKeys {
  readonly keys: readonly DeliveredKey[];
  readonly hasMore: boolean;
}

/** Of the keys that one call reveals, as they are stored. A picture may have a megabyte, and an order thousands of keys. */
export const MOST_REVEALED_BYTES = 3 * 1_048_576;

export interface PaidOrder {
  readonly orderId: string;
  readonly lines: readonly PaidLine[];
}

/** The queue of backorders, for who gets keys from elsewhere. */
export abstract class KeyWaits {
  /** What backorders still lack, longest waiting first; of one product, or of all. */
  abstract lacking(productId?: string): Promise<LackingKeys[]>;
}

/** Takes all of what is missing, or nothing. Returns what there is of each product that is short, as `KeyStock.reserve` does. */
export type Elsewhere = (missing: readonly Wanted[]) => Promise<ReadonlyMap<string, number>>;

/**
 * The keys of the shop. Stock is derived from rows: unsold and unreserved keys at the time of the query.
 * Every method that changes something must run inside a transaction. Lists show changes within a second (`StockChanges`).
 */
export abstract class KeyStock {
  /** How many keys of each product can be bought now, counted up to what a line may hold; keys reserved for `ownOrders` count as free. */
  abstract available(productIds: readonly string[], ownOrders?: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Reserves all that is wanted, oldest keys first, or nothing. Waits only for keys locked by another checkout, which may fail. What the
   * shop's keys lack is asked of `elsewhere`, once they are locked. Returns the available stock of each product that is short; empty if all
   * is reserved.
   */
  abstract reserve(orderId: string, wanted: readonly Wanted[], until: Date, elsewhere?: Elsewhere): Promise<ReadonlyMap<string, number>>;
  /** Extends a reservation that was not released. */
  abstract prolong(orderId: string, until: Date): Promise<void>;
  /**
   * Queues a backorder for its missing keys, after earlier ones. From now on every key added is reserved for the longest waiting order of
   * its product; nobody else can buy it. `allocate` and `release` end the wait. `until` is informational.
   */
  abstract wait(orderId: string, wanted: readonly Wanted[], until: Date): Promise<void>;
  /** Whether somebody else is to bring keys of an order (`KeyOffers`). */
  async isCommitted(_orderId: string): Promise<boolean> {
    return false;
  }
  /** Backorders with all keys reserved, longest waiting first. */
  abstract filledWaits(): Promise<string[]>;
  /** Releases the order's reserved keys; sold keys stay sold. */
  abstract release(orderId: string): Promise<void>;
  /** Releases expired reservations. Returns how many keys. */
  abstract releaseLapsed(): Promise<number>;
  /**
   * Sells keys to an order: reserved ones first, other stock if the reservation expired. All or nothing; false if stock is short.
   * Idempotent: a second call returns true.
   */
  abstract allocate(orderId: string, lines: readonly PaidLine[]): Promise<boolean>;
  /** Sells their reserved keys to orders that have none yet. Returns the ids of those whose reservation was whole; the others get none. */
  abstract allocateReserved(orders: readonly PaidOrder[]): Promise<ReadonlySet<string>>;
  /**
   * Decrypts the keys sold to an order, by line and slot, from the first one or the first `after` this place: `MOST_REVEALED_BYTES` at most,
   * and one at least. Record a view before calling it.
   */
  abstract reveal(orderId: string, after?: OrderPiece): Promise<RevealedKeys>;
  /** Adds encrypted keys. Returns the indexes of skipped ones: known, or, if those are refused, similar to known ones. */
  abstract add(keys: readonly NewKey[], intake: Intake): Promise<ReadonlyMap<number, Repeat>>;
}
