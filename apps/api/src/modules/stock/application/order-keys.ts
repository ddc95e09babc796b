import type { KeySecret } from '../domain/key-secret.ts';
import type { KeyState } from './key-records.ts';
import type { OrderPiece } from './returns/key-returns.ts';

/** A key that an order was given, without its secret. */
export interface OrderKey {
  readonly keyId: string;
  readonly kind: KeySecret['kind'];
  readonly state: KeyState;
  /** The keyed hash, in hexadecimal digits. */
  readonly fingerprint: string;
  /** The piece that it is the key of; null for one that another has replaced. */
  readonly piece: OrderPiece | null;
}

/** Which keys orders have, for the module that owns the orders. Reads only; opens nothing. */
export abstract class OrderKeys {
  /** All keys that an order holds or held and that went to no other order: by line and slot, the replaced ones last. */
  abstract of(orderId: string): Promise<OrderKey[]>;
  /** Who added a key: a supplier by its name where it was bought there; null for an unknown key. */
  abstract addedBy(keyId: string): Promise<string | null>;
  /** Ids of the orders that were given a key with this keyed hash, whether they still have it or not. */
  abstract ordersGiven(fingerprint: Buffer): Promise<string[]>;
}
