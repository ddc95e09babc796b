import type { KeySecret } from '../domain/key-secret.ts';
import type { PaidLine } from './ports.ts';

/**
 * What becomes of keys after they were sold. A key that anybody may have seen is burnt and never sold again; the order keeps the note of it.
 * Every method that changes something must run inside a transaction, and keeps the listings' stock true in it.
 */
export abstract class KeyReturns {
  /** The key that the shop knows by this secret; null where it never had it. Opens nothing. */
  abstract find(secret: KeySecret): Promise<{ readonly keyId: string; readonly fingerprint: Buffer } | null>;
  /** Burns one key of an order and gives the order the oldest free one of the same product. */
  abstract replace(
    orderId: string,
    place: { readonly line: number; readonly slot: number },
  ): Promise<{ readonly burntKeyId: string; readonly keyId: string } | 'no such key' | 'out of stock'>;
  /**
   * Takes the keys of these lines from an order, back into stock (into quarantine, where a restore marked them) or burnt. Answers which; none
   * for lines that have none.
   */
  abstract takeBack(orderId: string, lines: readonly number[], as: 'available' | 'burnt'): Promise<string[]>;
  /**
   * The other way round: of `keyIds` those that were burnt for this order are its again, and for every other piece of these lines that has no
   * key it gets the oldest free one. False where too few are free: then the transaction must not commit.
   */
  abstract giveBack(orderId: string, lines: readonly PaidLine[], keyIds: readonly string[]): Promise<boolean>;
}
