/** Links in the mails to a buyer that show one order without a login. */
export abstract class GuestLinks {
  /** The token of an order: signed, not guessable, the same each time. */
  abstract tokenOf(orderId: string): string;
  /** The order that a token belongs to; null for one that this shop has not signed. */
  abstract orderIdOf(token: string): string | null;
}
