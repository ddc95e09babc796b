/** What a customer puts into the cart. */
export interface Wish {
  readonly kinguinId: number;
  readonly quantity: number;
}

export const piecesOf = (wishes: readonly Pick<Wish, 'quantity'>[]) => wishes.reduce((sum, { quantity }) => sum + quantity, 0);

/** What was shown of an order at one moment. */
export interface Seen {
  readonly status: string;
  readonly keys: readonly string[];
  /** Where there are no keys to be seen: the answer that it is paid, and the account's list. */
  readonly from?: 'link' | 'list';
}

/** All that one customer was told about one cart. Moments in milliseconds since the epoch. */
export interface Told {
  readonly email: string;
  readonly wishes: readonly Wish[];
  readonly askedAt: number;
  answeredAt: number;
  /** The payment session of the checkout's answer. */
  session: string | null;
  /** The products that were refused for want of keys. */
  refused: readonly number[];
  /** Whether the provider said that it is paid. */
  isPaid: boolean;
  /** The payment's id at the provider. */
  payment: string | null;
  /** Whether the provider said that the session has expired, and that a card was refused. */
  isExpired: boolean;
  isCardRefused: boolean;
  /** Whether the payment was of another amount or currency than the order's. */
  isTampered: boolean;
  /** The order's page, and the account's list, read by read. */
  readonly seen: Seen[];
  /** How many of them were before the staff asked for its refund, whatever it was answered; null: it has not. */
  refundAskedAfter: number | null;
  /** Answers that no customer may get, with the call. */
  readonly wrong: string[];
}

export function tellNothing(email: string, wishes: readonly Wish[]): Told {
  const askedAt = Date.now();
  return {
    email,
    wishes,
    askedAt,
    answeredAt: askedAt,
    session: null,
    refused: [],
    isPaid: false,
    payment: null,
    isExpired: false,
    isCardRefused: false,
    isTampered: false,
    seen: [],
    refundAskedAfter: null,
    wrong: [],
  };
}

/** How many let their session expire, and how many tried a card first that was refused. */
export const withoutPayments = (tolds: readonly Told[]) => ({
  expired: tolds.filter(({ isExpired }) => isExpired).length,
  refusedCards: tolds.filter(({ isCardRefused }) => isCardRefused).length,
});
