import type { KeySecret } from '../../domain/key-secret.ts';

/** One piece of an order's line. Both numbers count from 0. */
export interface OrderPiece {
  readonly line: number;
  readonly slot: number;
}

/**
 * Changes of sold keys. A key that anybody may have seen is burnt and never sold again; the order keeps its record.
 * Every method that changes something must run inside a transaction, and keeps the listings' stock true in it.
 */
export abstract class KeyReturns {
  /**
   * The key that the shop knows by this secret, or else all that differ from it in case, dashes and spaces alone, the oldest first, at most 20;
   * none where it never had one. Opens nothing. `fingerprint` is that of the key that was found.
   */
  abstract find(secret: KeySecret): Promise<{ readonly keyId: string; readonly fingerprint: Buffer }[]>;
  /**
   * Burns one key of an order and gives the order the oldest free one of the same product. With a `keyId` only where the piece still has that
   * key. A text says why nothing changes.
   */
  abstract replace(
    orderId: string,
    piece: OrderPiece & { readonly keyId?: string },
  ): Promise<{ readonly burntKeyId: string; readonly keyId: string } | 'no such key' | 'another key' | 'out of stock'>;
  /**
   * The same by a key from elsewhere, which nobody else gets, where the piece still has the key `keyId`. `known`: the shop had the new one
   * before, and nothing changes. Answers the new one's id.
   */
  abstract replaceBy(
    orderId: string,
    piece: OrderPiece & { readonly keyId: string },
    secret: KeySecret,
    actor: string,
  ): Promise<{ readonly keyId: string } | 'no such key' | 'known'>;
  /**
   * Revokes the keys of these pieces: back into stock (or quarantine, if marked) or burnt. Answers which; none
   * for pieces that have none.
   */
  abstract takeBack(orderId: string, pieces: readonly OrderPiece[], as: 'available' | 'burnt'): Promise<string[]>;
  /**
   * The reverse: keys among `keyIds` burnt for these pieces are given back, but none that goes back to its supplier, or went. For every other
   * piece it gets the oldest free key. False if too few are free: then the transaction must not commit.
   */
  abstract giveBack(
    orderId: string,
    pieces: readonly (OrderPiece & { readonly productId: string })[],
    keyIds: readonly string[],
  ): Promise<boolean>;
}
