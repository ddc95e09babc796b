import type { Order } from '../domain/order.ts';

export type LinkedOrder = Pick<Order, 'id' | 'linkRound'>;

/** Links in mails that show one order without a login. */
export abstract class GuestLinks {
  /** The token of an order: signed, not guessable, stable until its links are renewed. */
  abstract tokenOf(order: LinkedOrder): string;
  /** The order of a token, and the round of its links; null for an invalid signature. */
  abstract read(token: string): LinkedOrder | null;
}
