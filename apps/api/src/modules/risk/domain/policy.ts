import type { Window } from './signals.ts';

/**
 * How the provider is asked for 3-D Secure, weakest first. `automatic`: where law, bank or the provider's own rules want it. `any`: always, with
 * or without a challenge. `challenge`: always, and the buyer has to act.
 */
export const THREE_D_SECURE_WISHES = ['automatic', 'any', 'challenge'] as const;
export type ThreeDSecureWish = (typeof THREE_D_SECURE_WISHES)[number];

/** Points for at least so many of something in a window; of several steps the highest that is reached counts. */
export interface Step {
  readonly window: Window;
  /** A number of payments, or euro cents. */
  readonly atLeast: number;
  readonly points: number;
}

/**
 * What an owner may change about decisions. Points of strong signals are summed without a limit; those of weak ones, which good buyers show as
 * well, count up to `weakAtMost` together. `trust` is taken away.
 */
export interface RiskPolicy {
  /** The least points of each outcome; below `link` an order is delivered. */
  readonly thresholds: { readonly link: number; readonly hold: number; readonly refuse: number };
  readonly strong: {
    readonly riskElevated: number;
    readonly riskHighest: number;
    readonly cvcFailed: number;
    readonly postalCodeFailed: number;
    readonly threeDSecureFailed: number;
    /** Failed payments of the same card, e-mail, account, network or browser; of all of them the highest counts. */
    readonly failedPayments: readonly Step[];
  };
  readonly weakAtMost: number;
  readonly weak: {
    readonly paidOrders: readonly Step[];
    /** Value of paid orders, in euro cents. */
    readonly paidValue: readonly Step[];
    /** Value of this order, in euro cents; `window` does not matter. */
    readonly orderValue: readonly Omit<Step, 'window'>[];
    readonly resaleProne: number;
    readonly firstOrder: number;
    readonly disposableMail: number;
    readonly prepaidCard: number;
    readonly cardCountryDiffers: number;
    readonly headerCountryDiffers: number;
  };
  readonly trust: { readonly authenticated: number };
  /** `request` is asked of the bank from so many points of what is known before the payment; a further open checkout counts `furtherCheckout`. */
  readonly threeDSecure: { readonly fromPoints: number; readonly furtherCheckout: number; readonly request: ThreeDSecureWish };
  /** Products that are easily sold on; `fromMinor`: what such lines must come to, in euro cents. */
  readonly resale: { readonly categories: readonly string[]; readonly products: readonly string[]; readonly fromMinor: number };
  /** Products whose mail carries a link instead of the key, whatever the points. */
  readonly alwaysLink: { readonly categories: readonly string[]; readonly products: readonly string[] };
}

/** With it, signals that good buyers show as well never add up to more than a delivery. */
export const DEFAULT_POLICY: RiskPolicy = {
  thresholds: { link: 40, hold: 60, refuse: 100 },
  strong: {
    riskElevated: 45,
    riskHighest: 100,
    cvcFailed: 60,
    postalCodeFailed: 40,
    threeDSecureFailed: 40,
    failedPayments: [
      { window: 'hour', atLeast: 5, points: 40 },
      { window: 'hour', atLeast: 10, points: 70 },
      { window: 'day', atLeast: 20, points: 70 },
      { window: 'month', atLeast: 50, points: 70 },
    ],
  },
  weakAtMost: 35,
  weak: {
    paidOrders: [
      { window: 'hour', atLeast: 5, points: 10 },
      { window: 'day', atLeast: 15, points: 15 },
      { window: 'month', atLeast: 60, points: 15 },
    ],
    paidValue: [
      { window: 'hour', atLeast: 30_000, points: 10 },
      { window: 'day', atLeast: 60_000, points: 15 },
      { window: 'month', atLeast: 200_000, points: 15 },
    ],
    orderValue: [
      { atLeast: 15_000, points: 5 },
      { atLeast: 30_000, points: 15 },
    ],
    resaleProne: 10,
    firstOrder: 5,
    disposableMail: 20,
    prepaidCard: 10,
    cardCountryDiffers: 10,
    headerCountryDiffers: 10,
  },
  trust: { authenticated: 30 },
  threeDSecure: { fromPoints: 20, furtherCheckout: 20, request: 'any' },
  resale: { categories: ['Gift Card'], products: [], fromMinor: 5000 },
  alwaysLink: { categories: [], products: [] },
};
