import type { Blockable, KeyKind, Window } from './signals.ts';

/** Why an order was decided about as it was. Codes are stored; sentences may be reworded. */
export interface RiskReason {
  readonly code: ReasonCode;
  /** Points that it adds; negative for trust. 0: it decides by itself. */
  readonly points: number;
  /** One sentence for the staff, without personal data. */
  readonly text: string;
}

const FIXED = {
  'review-open': 'The payment provider has opened a review of this payment.',
  'review-approved': 'A person at the payment provider has approved this payment.',
  'review-refused': 'A review at the payment provider has ended against this payment.',
  'risk-elevated': 'The payment provider sees an elevated risk.',
  'risk-highest': 'The payment provider sees the highest risk.',
  'cvc-failed': 'The security code of the card is wrong.',
  'postal-code-failed': "The postal code is not that of the card's owner.",
  'three-d-secure-failed': 'The buyer did not prove to own the card (3-D Secure).',
  'three-d-secure-passed': 'The buyer proved to own the card (3-D Secure).',
  'resale-prone': 'The order holds gift cards or other products that are easily sold on.',
  'first-order': 'No earlier paid order of this e-mail address or account is known.',
  'disposable-mail': 'The e-mail address is of a service for disposable addresses.',
  'prepaid-card': 'The card is a prepaid one.',
  'card-country-blocked': 'The card is of a country to which the shop does not sell.',
  'card-country-differs': 'The card is of another country than the one that the buyer chose.',
  'header-country-differs': 'The visitor came from another country than that of the card or the one chosen.',
  'weak-limit': 'Signals that good buyers show as well count up to a limit.',
  'always-link': 'A product of this order is delivered by a link always.',
} as const;

type CountedCode = 'failed-payments' | 'paid-orders' | 'paid-value' | 'order-value';

type ReasonCode = keyof typeof FIXED | CountedCode | `blocked-${Blockable}`;
type FixedCode = keyof typeof FIXED;

const KEY_WORDS: Readonly<Record<KeyKind, string>> = {
  card: 'card',
  email: 'e-mail address',
  account: 'account',
  browser: 'browser',
  network24: 'network (/24)',
  network64: 'network (/64)',
  network56: 'network (/56)',
  network48: 'network (/48)',
};
const WINDOW_WORDS: Readonly<Record<Window, string>> = { hour: 'one hour', day: '24 hours', month: '30 days' };
const BLOCKED_WORDS: Readonly<Record<Blockable, string>> = {
  email: 'e-mail address',
  domain: 'domain of the e-mail address',
  card: 'card',
  account: 'account',
};

export function reason(code: FixedCode, points: number): RiskReason {
  return { code, points, text: FIXED[code] };
}

export function blockedReason(what: Blockable): RiskReason {
  return { code: `blocked-${what}`, points: 0, text: `The ${BLOCKED_WORDS[what]} is on a block list.` };
}

/** `amount`: a number of payments, or euro cents where the code ends in `value`. */
export function countedReason(
  code: 'failed-payments' | 'paid-orders' | 'paid-value',
  { kind, window, amount, points }: { kind: KeyKind; window: Window; amount: number; points: number },
): RiskReason {
  const what = {
    'failed-payments': `${amount} failed payments`,
    'paid-orders': `${amount} paid orders`,
    'paid-value': `paid orders of ${euros(amount)}`,
  }[code];
  return { code, points, text: `${what} of the same ${KEY_WORDS[kind]} within ${WINDOW_WORDS[window]} before it.` };
}

export function orderValueReason(valueMinor: number, points: number): RiskReason {
  return { code: 'order-value', points, text: `The order is worth ${euros(valueMinor)}.` };
}

function euros(minor: number): string {
  return `${(minor / 100).toFixed(2)} EUR`;
}
