import { expect, test } from '@jest/globals';
import { NO_PAYMENTS, ORDINARY_CARD } from '../testing/ordinary.ts';
import { decideRisk, type RiskOutcome } from './decide.ts';
import { DEFAULT_POLICY, type RiskPolicy } from './policy.ts';
import type { Count, KeyKind, RiskSignals, Velocity } from './signals.ts';

type Card = NonNullable<RiskSignals['card']>;
type Change = Partial<Omit<RiskSignals, 'card'>> & { card?: Partial<Card> };

const ordinary: Card = { ...ORDINARY_CARD, country: 'DE' };
const order = (change: Change = {}): RiskSignals => ({
  velocity: {},
  valueMinor: 2000,
  lines: [{ productId: 'game', category: 'Game', valueMinor: 2000 }],
  isFirstOrder: false,
  isDisposableMail: false,
  countries: { chosen: 'DE', header: 'DE' },
  blocked: [],
  ...change,
  card: { ...ordinary, ...change.card },
});
const counted = (kind: KeyKind, change: { [Window in keyof Velocity]?: Partial<Count> }): Change => ({
  velocity: {
    [kind]: {
      hour: { ...NO_PAYMENTS, ...change.hour },
      day: { ...NO_PAYMENTS, ...change.day },
      month: { ...NO_PAYMENTS, ...change.month },
    },
  },
});
const failed = (kind: KeyKind, count: number) => counted(kind, { hour: { failed: count } });
const giftCards = (valueMinor: number): Change => ({ valueMinor, lines: [{ productId: 'card', category: 'Gift Card', valueMinor }] });
const allWeak: Change = {
  ...giftCards(90_000),
  velocity: counted('email', { hour: { paid: 20, valueMinor: 90_000 } }).velocity ?? {},
  isFirstOrder: true,
  isDisposableMail: true,
  countries: { chosen: 'FR', header: 'PL' },
};

const table: readonly (readonly [what: string, signals: RiskSignals, outcome: RiskOutcome])[] = [
  ['the ordinary card', order(), 'deliver'],
  ['a bank transfer', { ...order(), card: null }, 'deliver'],
  ['a card about which nothing is known', order({ card: { riskLevel: null, cvc: null, funding: null, country: null } }), 'deliver'],
  ['a first order', order({ isFirstOrder: true }), 'deliver'],
  ['a disposable mail address', order({ isDisposableMail: true }), 'deliver'],
  ['a prepaid card', order({ card: { funding: 'prepaid' } }), 'deliver'],
  ['a debit card', order({ card: { funding: 'debit' } }), 'deliver'],
  ['a card of another country', order({ card: { country: 'US' } }), 'deliver'],
  ['a visitor from another country', order({ countries: { chosen: 'DE', header: 'BR' } }), 'deliver'],
  ['no country at all', order({ countries: { chosen: null, header: null } }), 'deliver'],
  ['gift cards of 50 euros', order(giftCards(5000)), 'deliver'],
  ['gift cards of 900 euros', order(giftCards(90_000)), 'deliver'],
  ['a large order', order({ valueMinor: 30_000 }), 'deliver'],
  ['many orders of one e-mail address', order(counted('email', { hour: { paid: 50, valueMinor: 90_000 } })), 'deliver'],
  ['many orders of one card', order(counted('card', { day: { paid: 40, valueMinor: 90_000 } })), 'deliver'],
  ['many orders of one network', order(counted('network24', { month: { paid: 199, valueMinor: 900_000 } })), 'deliver'],
  ['every weak signal at once', order({ ...allWeak, card: { funding: 'prepaid', country: 'US' } }), 'deliver'],
  ['every weak signal, and a bank transfer', { ...order(allWeak), card: null }, 'deliver'],
  ['four failed payments in an hour', order(failed('card', 4)), 'deliver'],
  ['19 failed payments in a day', order(counted('email', { day: { failed: 19 } })), 'deliver'],
  ['a security code that was not checked', order({ card: { cvc: 'unchecked' } }), 'deliver'],
  ['a security code that cannot be checked', order({ card: { cvc: 'unavailable' } }), 'deliver'],
  ['a postal code that was not checked', order({ card: { postalCode: 'unchecked' } }), 'deliver'],
  ['3-D Secure', order({ card: { threeDSecure: 'authenticated' } }), 'deliver'],
  ['3-D Secure that was attempted', order({ card: { threeDSecure: 'attempted' } }), 'deliver'],
  ['3-D Secure and an elevated risk', order({ card: { threeDSecure: 'authenticated', riskLevel: 'elevated' } }), 'deliver'],
  ['3-D Secure and a wrong postal code', order({ card: { threeDSecure: 'authenticated', postalCode: 'fail' } }), 'deliver'],
  ['an approved review of a wrong security code', order({ card: { review: 'approved', cvc: 'fail' } }), 'deliver'],
  ['an approved review of the highest risk', order({ card: { review: 'approved', riskLevel: 'highest' } }), 'deliver'],
  ['an approved review after many failed payments', order({ ...failed('card', 60), card: { review: 'approved' } }), 'deliver'],

  ['an elevated risk', order({ card: { riskLevel: 'elevated' } }), 'link'],
  ['an elevated risk and a first order', order({ isFirstOrder: true, card: { riskLevel: 'elevated' } }), 'link'],
  ['an elevated risk and a prepaid card', order({ card: { riskLevel: 'elevated', funding: 'prepaid' } }), 'link'],
  ['a wrong postal code', order({ card: { postalCode: 'fail' } }), 'link'],
  ['a wrong postal code and a card of another country', order({ card: { postalCode: 'fail', country: 'US' } }), 'hold'],
  ['3-D Secure that failed', order({ card: { threeDSecure: 'failed' } }), 'link'],
  ['five failed payments of the card in an hour', order(failed('card', 5)), 'link'],
  ['five failed payments of the browser in an hour', order(failed('browser', 5)), 'link'],
  ['five failed payments of the /48 in an hour', order(failed('network48', 5)), 'link'],
  ['3-D Secure after ten failed payments', order({ ...failed('email', 10), card: { threeDSecure: 'authenticated' } }), 'link'],

  ['an elevated risk and a disposable mail address', order({ isDisposableMail: true, card: { riskLevel: 'elevated' } }), 'hold'],
  ['an elevated risk and every weak signal', order({ ...allWeak, card: { riskLevel: 'elevated' } }), 'hold'],
  ['a wrong security code', order({ card: { cvc: 'fail' } }), 'hold'],
  ['a wrong security code and 3-D Secure', order({ card: { cvc: 'fail', threeDSecure: 'authenticated' } }), 'deliver'],
  ['a wrong security code and every weak signal', order({ ...allWeak, card: { cvc: 'fail' } }), 'hold'],
  ['a wrong postal code and gift cards of 900 euros', order({ ...giftCards(90_000), card: { postalCode: 'fail' } }), 'hold'],
  ['ten failed payments of the e-mail address in an hour', order(failed('email', 10)), 'hold'],
  ['ten failed payments of the /24 in an hour', order(failed('network24', 10)), 'hold'],
  ['20 failed payments of the account in a day', order(counted('account', { day: { failed: 20 } })), 'hold'],
  ['50 failed payments of the card in 30 days', order(counted('card', { month: { failed: 50 } })), 'hold'],
  ['an open review', order({ card: { review: 'open' } }), 'hold'],
  ['an open review and 3-D Secure', order({ card: { review: 'open', threeDSecure: 'authenticated' } }), 'hold'],
  ['an open review of an elevated risk', order({ card: { review: 'open', riskLevel: 'elevated' } }), 'hold'],

  ['the highest risk', order({ card: { riskLevel: 'highest' } }), 'refuse'],
  ['an open review of the highest risk', order({ card: { review: 'open', riskLevel: 'highest' } }), 'refuse'],
  ['a wrong security code and a wrong postal code', order({ card: { cvc: 'fail', postalCode: 'fail' } }), 'refuse'],
  ['a wrong security code and an elevated risk', order({ card: { cvc: 'fail', riskLevel: 'elevated' } }), 'refuse'],
  ['a review that ended against it', order({ card: { review: 'refused' } }), 'refuse'],
  ['a blocked e-mail address', order({ blocked: ['email'] }), 'refuse'],
  ['a blocked card in spite of an approved review', order({ blocked: ['card'], card: { review: 'approved' } }), 'refuse'],
];

test('the table has 60 orders', () => expect(table).toHaveLength(60));

test.each(table.map(([what, signals, outcome]) => ({ what, signals, outcome })))(
  '$what: $outcome, by the default policy',
  ({ signals, outcome }) => {
    expect(decideRisk(signals, DEFAULT_POLICY)).toMatchObject({ outcome });
  },
);

test('the points are the sum of the reasons, which are sentences of staff without personal data', () => {
  const verdict = decideRisk(order({ ...allWeak, card: { cvc: 'fail', threeDSecure: 'authenticated' } }), DEFAULT_POLICY);
  expect(verdict.points).toBe(verdict.reasons.reduce((sum, { points }) => sum + points, 0));
  expect(verdict.reasons.map(({ code, points }) => [code, points])).toEqual([
    ['cvc-failed', 60],
    ['disposable-mail', 20],
    ['order-value', 15],
    ['paid-orders', 10],
    ['paid-value', 10],
    ['resale-prone', 10],
    ['card-country-differs', 10],
    ['header-country-differs', 10],
    ['first-order', 5],
    ['three-d-secure-passed', -30],
    ['weak-limit', -55],
  ]);
  expect(verdict.reasons.find(({ code }) => code === 'paid-value')?.text).toBe(
    'paid orders of 900.00 EUR of the same e-mail address within one hour before it.',
  );
  for (const { text } of verdict.reasons) expect(text).toMatch(/\.$/);
});

test.each([
  ['no other country is known', { countries: { chosen: null, header: null } }, 'refuse'],
  ['the buyer has chosen another one', { countries: { chosen: 'DE', header: null } }, 'hold'],
  ['the proxy names another one', { countries: { chosen: null, header: 'DE' } }, 'hold'],
  ['a review has approved the payment', { card: { review: 'approved' } }, 'hold'],
  ['a review has approved the highest risk', { card: { review: 'approved', riskLevel: 'highest' } }, 'hold'],
  ['a review has ended against the payment', { card: { review: 'refused' } }, 'refuse'],
  ['the risk is the highest', { card: { riskLevel: 'highest' } }, 'refuse'],
] as const)('of a card of a blocked country: where %s, %j is decided as %s', (_what, change: Change, outcome) => {
  const verdict = decideRisk(order({ ...change, isCardCountryBlocked: true }), DEFAULT_POLICY);
  expect(verdict).toMatchObject({ outcome, reasons: expect.arrayContaining([expect.objectContaining({ code: 'card-country-blocked' })]) });
});

test('a product that is always delivered by a link makes no hold lighter, and an approved review leaves the link', () => {
  const policy: RiskPolicy = { ...DEFAULT_POLICY, alwaysLink: { categories: ['Gift Card'], products: ['game'] } };
  const outcome = (change: Change) => decideRisk(order(change), policy).outcome;
  expect([outcome({}), outcome(giftCards(100)), outcome({ card: { cvc: 'fail' } }), outcome({ card: { review: 'approved' } })]).toEqual([
    'link',
    'link',
    'hold',
    'link',
  ]);
  expect(outcome({ lines: [{ productId: 'other', category: null, valueMinor: 1 }] })).toBe('deliver');
});
