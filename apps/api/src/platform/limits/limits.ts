const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/** How often one call may be made in a window. What is left out is not limited. */
export interface Limit {
  readonly windowMs: number;
  /** Per network: an IPv4 address, or the /64 of an IPv6 one; more for wider ones, see `WIDER_NETWORKS`. Offices and mobile networks share one. */
  readonly perNetwork: number;
  /** Per mailbox of the address in the body's `email`, however that is spelled, from one network; more for wider ones. */
  readonly perEmailAndNetwork?: number;
  /** Per account of the token in the Authorization header, whichever login it is from; for ops calls per key. */
  readonly perCaller?: number;
  /** Counted in memory and shared in lots, because a read must not cost a write: see `ReadThrottle`. */
  readonly isRead?: true;
  /** The answer has the contract's `succes` field beside the message. */
  readonly hasSuccesField?: true;
}

/**
 * How many times the allowance of one /64 an IPv6 network has in all: providers give a customer a /56 or a /48, which is 256 or 65,536 of
 * them.
 */
export const WIDER_NETWORKS = { in56: 4, in48: 16 } as const;

/**
 * Every limit of the shop in one table. `RATE_LIMIT_SCALE` multiplies all of them. Nothing is limited by e-mail alone: others could lock its
 * owner out. Guessing at one account from many networks requires a captcha (users/application/log-in.ts); mails to one address are limited
 * when they are planned, and per day when they are written (users/application/account-mails.ts, newsletter/application/newsletter.ts).
 */
export const limits = {
  login: { windowMs: QUARTER, perNetwork: 100, perEmailAndNetwork: 10, hasSuccesField: true },
  signup: { windowMs: HOUR, perNetwork: 30, perEmailAndNetwork: 5 },
  'forgot-password': { windowMs: HOUR, perNetwork: 30, perEmailAndNetwork: 5, hasSuccesField: true },
  'resend-verification': { windowMs: HOUR, perNetwork: 30, perEmailAndNetwork: 5 },
  'verify-otp': { windowMs: QUARTER, perNetwork: 30 },
  'reset-password': { windowMs: QUARTER, perNetwork: 30, perEmailAndNetwork: 10, hasSuccesField: true },
  'verify-email': { windowMs: QUARTER, perNetwork: 60 },
  'change-password': { windowMs: QUARTER, perNetwork: 60, perCaller: 10 },
  // Each call locks the row of its account: many at a time would keep the connections that checkouts need.
  'account-change': { windowMs: MINUTE, perNetwork: 300, perCaller: 60 },
  'personal-data': { windowMs: HOUR, perNetwork: 60, perCaller: 10 },
  'data-link': { windowMs: HOUR, perNetwork: 20, perEmailAndNetwork: 5 },
  'privacy-link': { windowMs: QUARTER, perNetwork: 30 },
  'social-login': { windowMs: QUARTER, perNetwork: 60 },
  captcha: { windowMs: 10 * MINUTE, perNetwork: 120 },
  // The form is read after the guard has run: modules/content counts its addresses.
  contact: { windowMs: HOUR, perNetwork: 10, perEmailAndNetwork: 5 },
  review: { windowMs: HOUR, perNetwork: 60, perCaller: 20 },
  news: { windowMs: HOUR, perNetwork: 30, perEmailAndNetwork: 5 },
  // By token. Mail programs unsubscribe for many readers from a few networks.
  'news-link': { windowMs: MINUTE, perNetwork: 120 },
  checkout: { windowMs: QUARTER, perNetwork: 60 },
  'resend-keys': { windowMs: HOUR, perNetwork: 20, perCaller: 5 },
  // The page after the payment polls every few seconds until the payment has arrived.
  'started-order': { windowMs: QUARTER, perNetwork: 300 },
  // Suppliers send from few networks. What is refused is seen by the next synchronisation.
  'supplier-hint': { windowMs: MINUTE, perNetwork: 600 },
  // Per network: keys that do not exist. Per caller: calls of one good key.
  ops: { windowMs: MINUTE, perNetwork: 30, perCaller: 600 },
  // A shop's visitors at one mobile carrier share a network, and who types searches a few times a second.
  search: { windowMs: MINUTE, perNetwork: 600, isRead: true },
  // A page of the storefront asks for one or two, and a carrier's visitors share a network. Its server says for whom it asks.
  list: { windowMs: MINUTE, perNetwork: 1200, isRead: true },
  // One for each page of a product, as similar products.
  reviews: { windowMs: MINUTE, perNetwork: 600, isRead: true },
  // A page has 5,000 products. The storefront's server reads some an hour.
  sitemap: { windowMs: MINUTE, perNetwork: 120, isRead: true },
  'similar-products': { windowMs: MINUTE, perNetwork: 600, isRead: true },
  'cart-validation': { windowMs: MINUTE, perNetwork: 600, isRead: true },
  'show-keys': { windowMs: QUARTER, perNetwork: 60, perCaller: 30 },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
