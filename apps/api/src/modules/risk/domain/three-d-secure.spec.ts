import { expect, test } from '@jest/globals';
import { NO_PAYMENTS } from '../testing/ordinary.ts';
import { DEFAULT_POLICY } from './policy.ts';
import { type SignalsBeforePayment, strongerWish, wishByRisk } from './three-d-secure.ts';

const good: SignalsBeforePayment = {
  card: null,
  velocity: {},
  valueMinor: 1000,
  lines: [{ productId: 'product-1', category: 'Game', valueMinor: 1000 }],
  isFirstOrder: true,
  isDisposableMail: false,
  countries: { chosen: 'PL', header: 'PL' },
  blocked: [],
};
const giftCards = [{ productId: 'product-2', category: 'Gift Card', valueMinor: 20_000 }];
const tried = (failed: number) => ({ hour: { ...NO_PAYMENTS, failed }, day: NO_PAYMENTS, month: NO_PAYMENTS });

test.each([
  ['a first order', {}, 'automatic'],
  ['a visitor from another country than the chosen one', { countries: { chosen: 'PL', header: 'US' } }, 'automatic'],
  ['a country that nobody knows', { countries: { chosen: null, header: 'US' } }, 'automatic'],
  ['gift cards of value, from another country', { lines: giftCards, valueMinor: 20_000, countries: { chosen: 'PL', header: 'US' } }, 'any'],
  ['gift cards for an order of value', { lines: giftCards, valueMinor: 20_000 }, 'any'],
  ['the same by somebody who has bought before', { lines: giftCards, valueMinor: 20_000, isFirstOrder: false }, 'automatic'],
  ['a disposable mail address', { isDisposableMail: true }, 'any'],
  ['failed payments from the same network', { velocity: { network24: tried(5) } }, 'any'],
  ['failed payments below the least step', { velocity: { network24: tried(4) } }, 'automatic'],
] as const)('by the default policy %s is asked for 3-D Secure as expected', (_what, change, wish) => {
  expect(wishByRisk({ ...good, ...change }, false, DEFAULT_POLICY)).toBe(wish);
});

test('a further open checkout is asked for it, and an owner says how and from when', () => {
  expect(wishByRisk({ ...good, isFirstOrder: false }, true, DEFAULT_POLICY)).toBe('any');
  const policy = (change: object) => ({ ...DEFAULT_POLICY, threeDSecure: { ...DEFAULT_POLICY.threeDSecure, ...change } });
  expect(wishByRisk(good, true, policy({ furtherCheckout: 0 }))).toBe('automatic');
  expect(wishByRisk(good, false, policy({ fromPoints: 5, request: 'challenge' }))).toBe('challenge');
});

test('the stronger wish counts', () => {
  expect(strongerWish('automatic', 'any')).toBe('any');
  expect(strongerWish('challenge', 'any')).toBe('challenge');
  expect(strongerWish('automatic', 'automatic')).toBe('automatic');
});
