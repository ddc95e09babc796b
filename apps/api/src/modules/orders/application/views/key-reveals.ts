import type { Piece } from '../../domain/pieces.ts';

/** A view of the keys by the buyer. */
export interface KeyReveal {
  readonly id: string;
  /** `user` with the account's id, or `guest` for the link of the mail. */
  readonly viewer: string;
  /** IP address. */
  readonly address: string;
  readonly at: Date;
}

/** Append-only log of views of the keys of an order. */
export abstract class KeyReveals {
  /** Gives its id. `viewer`: `user` with the account's id, or `guest` for the link of the mail. */
  abstract add(reveal: { orderId: string; viewer: string; address: string; at: Date }): Promise<string>;
  /** All of an order, oldest first. */
  abstract ofOrder(orderId: string): Promise<KeyReveal[]>;
  abstract countSince(orderId: string, since: Date): Promise<number>;
  /**
   * Whether anybody may have seen the keys: the buyer or staff viewed them, somebody searched by one, or a mail was handed to the mail
   * server. Such keys must not go back into stock.
   */
  abstract wasRevealed(orderId: string): Promise<boolean>;
  /** The pieces whose keys anybody may have seen. A view or search by staff is about one key; a mail or a view by the buyer about all. */
  abstract piecesSeen(orderId: string): Promise<Piece[]>;
}
