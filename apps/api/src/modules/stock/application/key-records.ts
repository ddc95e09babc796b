import type { KeySecret } from '../domain/key-secret.ts';
import type { Repeat } from './ports.ts';

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
  /** The upload that brought it; null where it came another way, or before uploads had ids. */
  readonly uploadId: string | null;
}

/** Keys that came in together: of one product between two moments, both included, or by one upload, whatever products it was for. */
export type Arrival = { readonly productId: string; readonly span: Span } | { readonly uploadId: string };

/** When keys came in; both ends belong to it. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Single keys, for the people who run the shop. */
export abstract class KeyRecords {
  /** Which of these the shop has, or has similar ones of, by index. */
  abstract known(secrets: readonly KeySecret[]): Promise<ReadonlyMap<number, Repeat>>;
  abstract ofId(id: string): Promise<KeyRecord | null>;
  /** Opens one key. Whoever calls this shows it to somebody. Null for an unknown one. */
  abstract open(id: string): Promise<KeySecret | null>;
  /** Takes an unsold key out of stock for ever, in a transaction that has locked its product's listing. False for a reserved or sold one. */
  abstract burn(id: string): Promise<boolean>;
  /**
   * The same for every key of an arrival that nobody holds, lapsed reservations included. Those that orders hold are marked as `KeyQuarantine` does: given back, they go into quarantine. Answers how many were burnt, and how many newly marked.
   */
  abstract burnAdded(arrival: Arrival): Promise<{ readonly burnt: number; readonly marked: number }>;
  /** How many keys of an arrival there are, by what they are now: lapsed reservations as available, the burnt ones left out. */
  abstract countAdded(arrival: Arrival): Promise<Readonly<Record<Exclude<KeyState, 'burnt'>, number>>>;
  /** The products that an upload brought keys of; none for an unknown one. */
  abstract productsOf(uploadId: string): Promise<string[]>;
}
