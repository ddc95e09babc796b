import type { Piece } from '../domain/pieces.ts';

/** Who looked at the keys of an order, and when: only ever added to. */
export abstract class KeyReveals {
  /** `viewer`: `user` with the account's id, or `guest` for the link of the mail. */
  abstract add(reveal: { orderId: string; viewer: string; address: string; at: Date }): Promise<void>;
  abstract countSince(orderId: string, since: Date): Promise<number>;
  /**
   * Whether anybody may have seen the keys: its buyer or the staff looked, somebody knew one well enough to search by it, or a mail was in
   * hand for the mail server. Such keys must not go back into stock.
   */
  abstract wasRevealed(orderId: string): Promise<boolean>;
  /** The pieces whose keys anybody may have seen. A look by the staff, or a search, is about one key; a mail or a look by the buyer about all. */
  abstract piecesSeen(orderId: string): Promise<Piece[]>;
}
