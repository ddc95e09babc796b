import type { KeySecret } from '../domain/key-secret.ts';
import type { Repeat } from './ports.ts';

export const KEY_STATES = ['available', 'reserved', 'sold', 'burnt', 'quarantined'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** The data of a key without its secret. */
export interface KeyRecord {
  readonly id: string;
  readonly productId: string;
  readonly kind: KeySecret['kind'];
  readonly state: KeyState;
  readonly orderId: string | null;
  readonly keyVersion: number;
  readonly addedAt: Date;
  readonly addedBy: string;
  /** Its upload; null if it was added another way, or before uploads had ids. */
  readonly uploadId: string | null;
}

/** Keys added together: of one product between two instants (inclusive), or by one upload, of all its products. */
export type Arrival = { readonly productId: string; readonly span: Span } | { readonly uploadId: string };

/** When keys came in; both ends belong to it. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** A key with the purchase that it goes back with; null: it stays. */
interface ReturningKey extends Pick<KeyRecord, 'id' | 'state' | 'orderId'> {
  readonly returningPurchase: string | null;
}

/** Single keys, for staff. */
export abstract class KeyRecords {
  /** Which of these are known, or similar to known ones, by index. */
  abstract known(secrets: readonly KeySecret[]): Promise<ReadonlyMap<number, Repeat>>;
  abstract ofId(id: string): Promise<KeyRecord | null>;
  /** Decrypts one key. Record a view before calling it. Null for an unknown one. */
  abstract open(id: string): Promise<KeySecret | null>;
  /** Puts a key that is on sale into quarantine, in a transaction that has locked its product's listing. False for one in another state. */
  abstract takeOffSale(id: string): Promise<boolean>;
  /** Notes that a key in quarantine was seen: what a restore put there is not released with the others any more. */
  abstract markSeen(id: string): Promise<void>;
  /** Burns an unsold key, in a transaction that has locked its product's listing. False for a reserved or sold one. */
  abstract burn(id: string): Promise<boolean>;
  /**
   * The same for every free key of an arrival, including expired reservations. Keys held by orders are marked as by `KeyQuarantine`: when
   * released, they go into quarantine. Returns how many were burnt, and how many newly marked.
   */
  abstract burnAdded(arrival: Arrival): Promise<{ readonly burnt: number; readonly marked: number }>;
  /** Counts of an arrival's keys by state: expired reservations as available, without burnt ones. */
  abstract countAdded(arrival: Arrival): Promise<Readonly<Record<Exclude<KeyState, 'burnt'>, number>>>;
  /**
   * Marks those of these keys that are not reserved or sold as going back with a purchase, and puts those on sale into quarantine, in a
   * transaction that has locked their products' listings. A marked key is not released, and no order gets it. Answers all, with the purchase that
   * each goes back with: one that has a mark keeps it.
   */
  abstract holdForReturn(purchaseId: string, ids: readonly string[]): Promise<ReturningKey[]>;
  /**
   * Marks these, also those that were sold, and burns the others, reserved ones included. A sold one goes into quarantine when released, for
   * good. In a transaction, and with an answer, as above.
   */
  abstract withdraw(purchaseId: string, ids: readonly string[]): Promise<ReturningKey[]>;
  /** Those of these that go back with this purchase, or went. */
  abstract returningWith(purchaseId: string, ids: readonly string[]): Promise<string[]>;
  /** Burns the keys that go back with this purchase. They stay marked. */
  abstract burnReturned(purchaseId: string, ids: readonly string[]): Promise<void>;
  /** Takes the mark from the keys of this purchase: they stay where they are, and can be released again. */
  abstract endReturn(purchaseId: string, ids: readonly string[]): Promise<void>;
  /** The products of these keys. */
  abstract productsOfKeys(ids: readonly string[]): Promise<string[]>;
  /** The products that an upload brought keys of; none for an unknown one. */
  abstract productsOf(uploadId: string): Promise<string[]>;
}
