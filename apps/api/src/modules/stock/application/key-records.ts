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

/** Single keys, for the people who run the shop. */
export abstract class KeyRecords {
  /** The indexes of those fingerprints that the shop has. */
  abstract known(fingerprints: readonly Buffer[]): Promise<ReadonlySet<number>>;
  abstract ofId(id: string): Promise<KeyRecord | null>;
  /** Opens one key. Whoever calls this shows it to somebody. Null for an unknown one. */
  abstract open(id: string): Promise<KeySecret | null>;
  /** Takes an unsold key out of stock for ever, in a transaction that has locked its product's listing. False for a reserved or sold one. */
  abstract burn(id: string): Promise<boolean>;
}
