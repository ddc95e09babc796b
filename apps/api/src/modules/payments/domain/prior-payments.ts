const DAY_MS = 86_400_000;
const YOUNGEST_DAYS = 120;
const OLDEST_DAYS = 365;

/** By what a buyer is known again. Null or empty: unknown, or removed by its age; matches nothing. */
export interface BuyerTraces {
  readonly email: string;
  readonly userId: string | null;
  /** The IP address that the order was placed from. */
  readonly address: string;
  /** A hash of the id of the browser that placed it. */
  readonly deviceId: string;
}

/** A payment of the same shop, made before the disputed one. */
export interface EarlierPayment extends BuyerTraces {
  readonly orderNumber: string;
  readonly paymentId: string | null;
  readonly paidAt: Date;
  /** What was bought, in one line. */
  readonly description: string;
  readonly refundedMinor: number;
  readonly chargedBackMinor: number;
  /** Whether a bank ever disputed it or warned of fraud. */
  readonly wasDisputed: boolean;
}

/** What links payments to one person. The first two are main elements, the others secondary ones. */
const ELEMENTS = ['address', 'device', 'email', 'account'] as const;
export type MatchingElement = (typeof ELEMENTS)[number];

export interface PriorPayments {
  /** Exactly two, newest first. */
  readonly payments: readonly EarlierPayment[];
  /** What both have in common with the disputed payment. */
  readonly matches: readonly MatchingElement[];
}

/**
 * The two newest earlier payments that meet Visa's Compelling Evidence 3.0; null where there are none. Both were paid 120 to 365 days (UTC)
 * before the disputed one, are neither disputed nor refunded, and match it in address and device, or in one of these and in e-mail or
 * account. Whether the card is the same is checked by the provider. Source: docs.stripe.com/disputes/api/visa-ce3
 */
export function priorPayments(disputed: BuyerTraces & { readonly paidAt: Date }, earlier: readonly EarlierPayment[]): PriorPayments | null {
  const linked = earlier
    .filter((payment) => isOfAge(payment.paidAt, disputed.paidAt) && isUndisputed(payment))
    .map((payment) => ({ payment, matches: matchesOf(disputed, payment) }))
    .filter(({ matches }) => suffices(matches))
    .toSorted((one, other) => other.payment.paidAt.getTime() - one.payment.paidAt.getTime());
  for (const [place, first] of linked.entries())
    for (const second of linked.slice(place + 1)) {
      const matches = first.matches.filter((element) => second.matches.includes(element));
      if (suffices(matches)) return { payments: [first.payment, second.payment], matches };
    }
  return null;
}

/** The first and the last instant at which an earlier payment may have been made. */
export function windowOfPriors(paidAt: Date): { readonly from: Date; readonly to: Date } {
  const day = dayOf(paidAt);
  return { from: new Date((day - OLDEST_DAYS) * DAY_MS), to: new Date((day - YOUNGEST_DAYS + 1) * DAY_MS - 1) };
}

function isOfAge(paidAt: Date, disputedAt: Date): boolean {
  const days = dayOf(disputedAt) - dayOf(paidAt);
  return days >= YOUNGEST_DAYS && days <= OLDEST_DAYS;
}

function dayOf(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS);
}

function isUndisputed({ wasDisputed, refundedMinor, chargedBackMinor, paymentId }: EarlierPayment): boolean {
  return !wasDisputed && refundedMinor === 0 && chargedBackMinor === 0 && paymentId !== null;
}

function matchesOf(one: BuyerTraces, other: BuyerTraces): MatchingElement[] {
  const isMatch: Readonly<Record<MatchingElement, boolean>> = {
    address: one.address !== '' && one.address === other.address,
    device: one.deviceId !== '' && one.deviceId === other.deviceId,
    email: one.email === other.email,
    account: one.userId !== null && one.userId === other.userId,
  };
  return ELEMENTS.filter((element) => isMatch[element]);
}

function suffices(matches: readonly MatchingElement[]): boolean {
  const mains = matches.filter((element) => element === 'address' || element === 'device').length;
  return mains > 0 && matches.length > 1;
}
