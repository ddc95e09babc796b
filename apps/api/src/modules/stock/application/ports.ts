import type { KeySecret } from '../domain/key-secret.ts';

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
  /** Whether keys are left out that differ from a known one in case, dashes and spaces alone. */
  readonly refusesSimilar?: boolean;
}

/** How the shop knows a key already: the very same one, or one that differs in case, dashes and spaces alone. */
export type Repeat = 'same' | 'similar';

export interface Wanted {
  readonly productId: string;
  readonly quantity: number;
}

/** A line of a paid order. Its slots are numbered from 0 to quantity - 1. */
export interface PaidLine extends Wanted {
  readonly line: number;
}

export interface DeliveredKey {
  readonly line: number;
  readonly slot: number;
  readonly secret: KeySecret;
}

/**
 * The keys of the shop. Stock is derived from rows: what is unsold and unreserved at the moment of asking.
 * Every method that changes something must run inside a transaction. What lists show follows within a second (`StockChanges`).
 */
export abstract class KeyStock {
  /** How many keys of each product can be bought now, counted up to what a line may hold; keys reserved for `ownOrders` count as free. */
  abstract available(productIds: readonly string[], ownOrders?: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Reserves all that is wanted, oldest keys first, or nothing. Waits for keys that another checkout has in hand, for it may fail, and for no
   * checkout otherwise. Answers what is available of each product that falls short; empty when all is reserved.
   */
  abstract reserve(orderId: string, wanted: readonly Wanted[], until: Date): Promise<ReadonlyMap<string, number>>;
  /** Moves the end of a reservation that has not been released. */
  abstract prolong(orderId: string, until: Date): Promise<void>;
  /**
   * Puts a paid order in the queue for what it lacks, behind those that wait already. From now on every key that comes into stock is
   * reserved for whoever waits longest for its product; nobody else can buy it. `allocate` and `release` end the wait. `until` is only told.
   */
  abstract wait(orderId: string, wanted: readonly Wanted[], until: Date): Promise<void>;
  /** Waiting orders for which everything is reserved by now, those first that wait longest. */
  abstract filledWaits(): Promise<string[]>;
  /** Gives the order's reserved keys back; keys that are sold stay sold. */
  abstract release(orderId: string): Promise<void>;
  /** Gives back what was reserved until before now. Answers how many keys. */
  abstract releaseLapsed(): Promise<number>;
  /**
   * Sells keys to an order: reserved ones first, fresh stock where the reservation lapsed. All or nothing; false when stock falls short.
   * A second call for the same order changes nothing and answers true.
   */
  abstract allocate(orderId: string, lines: readonly PaidLine[]): Promise<boolean>;
  /** Opens the keys sold to an order, by line and slot. Whoever calls this reveals them. */
  abstract reveal(orderId: string): Promise<DeliveredKey[]>;
  /** Adds sealed keys. Answers the indexes of those that were left out: the shop has them already, or, where those are refused, similar ones. */
  abstract add(keys: readonly NewKey[], intake: Intake): Promise<ReadonlyMap<number, Repeat>>;
}
