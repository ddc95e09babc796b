import type { Order } from '../domain/order.ts';

export type LinkedOrder = Pick<Order, 'id' | 'linkRound'>;

/** Links in the mails to a buyer that show one order without a login. */
export abstract class GuestLinks {
  /** The token of an order: signed, not guessable, the same each time until its links are made anew. */
  abstract tokenOf(order: LinkedOrder): string;
  /** The order that a token was made for, and in which round of its links; null for one that this shop has not signed. */
  abstract read(token: string): LinkedOrder | null;
}
