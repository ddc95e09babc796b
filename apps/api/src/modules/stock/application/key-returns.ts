import type { KeySecret } from '../domain/key-secret.ts';

/** One piece of an order's line. Both numbers count from 0. */
export interface OrderPiece {
  readonly line: number;
  readonly slot: number;
}

/**
 * What becomes of keys after they were sold. A key that anybody may have seen is burnt and never sold again; the order keeps the note of it.
 * Every method that changes something must run inside a transaction, and keeps the listings' stock true in it.
 */
export abstract class KeyReturns {
  /**
   * The key that the shop knows by this secret, or else all that differ from it in case, dashes and spaces alone, the oldest first, at most 20;
   * none where it never had one. Opens nothing. `fingerprint` is that of the key that was found.
   */
  abstract find(secret: KeySecret): Promise<{ readonly keyId: string; readonly fingerprint: Buffer }[]>;
  /** Burns one key of an order and gives the order the oldest free one of the same product. */
  abstract replace(
    orderId: string,
    place: OrderPiece,
  ): Promise<{ readonly burntKeyId: string; readonly keyId: string } | 'no such key' | 'out of stock'>;
  /**
   * Takes the keys of these pieces from an order, back into stock (into quarantine, where a restore marked them) or burnt. Answers which; none
   * for pieces that have none.
   */
  abstract takeBack(orderId: string, pieces: readonly OrderPiece[], as: 'available' | 'burnt'): Promise<string[]>;
  /**
   * The other way round: of `keyIds` those that were burnt for this order are its again, and for every other one of these pieces it
   * gets the oldest free key. False where too few are free: then the transaction must not commit.
   */
  abstract giveBack(
    orderId: string,
    pieces: readonly (OrderPiece & { readonly productId: string })[],
    keyIds: readonly string[],
  ): Promise<boolean>;
}
