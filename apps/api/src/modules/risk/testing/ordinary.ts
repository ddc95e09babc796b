import type { CheckoutToAssess } from '../application/assess-orders.ts';
import type { CardChecks } from '../domain/card-checks.ts';
import type { Count } from '../domain/signals.ts';

/** Of a key without earlier payments. */
export const NO_PAYMENTS: Count = { paid: 0, failed: 0, valueMinor: 0 };

/** What a guest buys for ten euros. */
export const ORDINARY_CHECKOUT: Omit<CheckoutToAssess, 'at'> = {
  email: 'ada@example.com',
  accountId: null,
  address: '203.0.113.7',
  browserId: 'browser-1',
  currency: 'Eur',
  totalMinor: 1000,
  lines: [{ productId: 'product-1', category: 'Game', totalMinor: 1000 }],
  countries: { chosen: 'US', header: null },
};

/** What the provider says of a card without anything to notice. */
export const ORDINARY_CARD: CardChecks = {
  riskLevel: 'normal',
  review: 'none',
  cvc: 'pass',
  postalCode: null,
  threeDSecure: null,
  funding: 'credit',
  country: 'US',
  fingerprint: 'card-1',
  chargedAt: null,
};
