import type { KeySecret } from '../domain/key-secret.ts';

export const KEY_STATES = ['available', 'reserved', 'sold', 'burnt', 'quarantined'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** What may be told of a key without opening it. */
export interface KeyRecord {
  readonly id: string;
  readonly productId: string;
  readonly kind: KeySecret['kind'];
  readonly state: KeyState;
  readonly orderId: string | null;
  readonly keyVersion: number;
  readonly addedAt: Date;
  readonly addedBy: string;
}

/** When keys came in; both ends belong to it. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Single keys, for the people who run the shop. */
export abstract class KeyRecords {
  /** The indexes of those fingerprints that the shop has. */
  abstract known(fingerprints: readonly Buffer[]): Promise<ReadonlySet<number>>;
  abstract ofId(id: string): Promise<KeyRecord | null>;
  /** Opens one key. Whoever calls this shows it to somebody. Null for an unknown one. */
  abstract open(id: string): Promise<KeySecret | null>;
  /** Takes an unsold key out of stock for ever, in a transaction that has locked its product's listing. False for a reserved or sold one. */
  abstract burn(id: string): Promise<boolean>;
  /**
   * The same for every key of a product that came in meanwhile and that nobody holds, lapsed reservations included. Those that orders hold
   * are marked as `KeyQuarantine` does: given back, they go into quarantine. Answers how many were burnt, and how many newly marked.
   */
  abstract burnAdded(productId: string, span: Span): Promise<{ readonly burnt: number; readonly marked: number }>;
  /** How many keys of a product came in meanwhile, by what they are now: lapsed reservations as available, the burnt ones left out. */
  abstract countAdded(productId: string, span: Span): Promise<Readonly<Record<Exclude<KeyState, 'burnt'>, number>>>;
}
