import type { Currency } from '@keyturn/shop-rules';

/** Limits of unpaid reservations. */
export abstract class ReservationLimits {
  /** Milliseconds that keys stay reserved after the payment session ended. */
  abstract readonly graceMs: number;
  abstract readonly mostOpenPerAddress: number;
  /** Open checkouts of one e-mail address after which each further one needs a captcha. */
  abstract readonly mostOpenPerEmail: number;
  /** In one checkout. */
  abstract readonly mostPiecesPerProduct: number;
  /** What all open checkouts of a network may be worth together, besides its first, in euro cents. */
  abstract readonly mostFurtherMinor: number;
  /** Units of each currency for a euro. */
  abstract readonly perEuro: Readonly<Record<Currency, number>>;
  /** Whether nothing of this applies: in load tests. */
  abstract readonly isLifted: boolean;
}

interface Amount {
  readonly currency: Currency;
  /** In minor units of the currency. */
  readonly totalMinor: number;
}

/** What a network, an address and an e-mail have open already. */
interface Open {
  readonly ofAddress: number;
  readonly ofEmail: number;
  /** Oldest first. */
  readonly ofNetwork: readonly (Amount & { readonly lines: readonly { readonly productId: string; readonly quantity: number }[] })[];
}

/** The checkout that is to be opened. */
interface Wanted extends Amount {
  /** `free`: the product's stock that nobody has reserved. */
  readonly pieces: readonly { readonly productId: string; readonly quantity: number; readonly free: number }[];
}

/** Of a product's stock, all open checkouts of a network besides its first hold this share together, and so many pieces. */
const FURTHER_SHARE = 0.2;
const LEAST_FURTHER_PIECES = 3;
const MOST_FURTHER_PIECES = 10;

/**
 * Whether a checkout may be opened beside those that are open, and whether a captcha is asked for it. The first of a network is free; what all
 * others hold together is bounded, whichever browsers and e-mail addresses they come with. An e-mail address alone refuses nothing: anybody can
 * name it. Where limits are lifted nobody asks.
 */
export function admission(wanted: Wanted, open: Open, limits: ReservationLimits): 'free' | 'with captcha' | 'refused' {
  if (open.ofAddress >= limits.mostOpenPerAddress) return 'refused';
  const isFirst = open.ofNetwork.length === 0;
  if (wanted.pieces.some(({ quantity }) => quantity > limits.mostPiecesPerProduct)) return 'refused';
  if (!isFirst && exceedsFurther(wanted, open.ofNetwork, limits)) return 'refused';
  return isFirst && open.ofEmail < limits.mostOpenPerEmail ? 'free' : 'with captcha';
}

function exceedsFurther({ pieces, ...amount }: Wanted, ofNetwork: Open['ofNetwork'], limits: ReservationLimits): boolean {
  const others = ofNetwork.slice(1);
  const worth = [amount, ...others].reduce((sum, { currency, totalMinor }) => sum + totalMinor / limits.perEuro[currency], 0);
  if (worth > limits.mostFurtherMinor) return true;
  const held = (orders: Open['ofNetwork'], id: string) =>
    orders
      .flatMap(({ lines }) => lines)
      .filter(({ productId }) => productId === id)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  return pieces.some(({ productId, quantity, free }) => {
    const further = held(others, productId);
    return further + quantity > mostFurtherPieces(free + held(ofNetwork, productId));
  });
}

function mostFurtherPieces(stock: number): number {
  return Math.min(MOST_FURTHER_PIECES, Math.max(LEAST_FURTHER_PIECES, Math.floor(stock * FURTHER_SHARE)));
}
