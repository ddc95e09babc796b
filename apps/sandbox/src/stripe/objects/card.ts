import { createHash } from 'node:crypto';
import type Stripe from 'stripe';

type Check = 'pass' | 'fail';

/** What Stripe's fraud checks and the card's bank say about a card. */
export interface CardTraits {
  readonly riskLevel: 'normal' | 'elevated' | 'highest';
  readonly cvc: Check;
  /** Null: no postal code was asked for. */
  readonly postalCode: Check | null;
  /** Whether a payment with it is put into review. */
  readonly isReviewed: boolean;
  /** `always`: the bank asks its buyer for 3-D Secure. `on-request`: where the shop asks for it. */
  readonly threeDSecure: 'always' | 'on-request' | 'never';
  /** How it ends where it is asked for. A payment with another result than `authenticated` is tried all the same. */
  readonly proof: 'authenticated' | 'failed' | 'processing_error';
}

export interface Card {
  /** The same for every payment with this number. */
  readonly fingerprint: string;
  readonly traits: CardTraits;
  /** The result of 3-D Secure; null: it was not asked for. */
  readonly threeDSecure: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure | null;
  readonly brand: 'visa' | 'mastercard' | 'amex' | 'unknown';
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

export interface Decline {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
}

/** What becomes of a payment that succeeds. */
type LaterEvent = 'nothing' | 'dispute' | 'inquiry' | 'fraud-warning' | 'refund-fails';

export type CardResult =
  { readonly decline: Decline } | { readonly decline: null; readonly laterEvent: LaterEvent; readonly traits: CardTraits };

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({ code: 'card_declined', declineCode, message });

/** Numbers of Stripe's page "Testing". */
const declines: Readonly<Record<string, Decline>> = {
  '4000000000000002': declined('generic_decline'),
  '4000000000009995': declined('insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000000069': { code: 'expired_card', declineCode: null, message: 'Your card has expired.' },
  '4000000000000127': { code: 'incorrect_cvc', declineCode: null, message: "Your card's security code is incorrect." },
  '4000000000000119': {
    code: 'processing_error',
    declineCode: null,
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  '4000008400001629': declined('generic_decline'),
  // The stand-in's own number: at Stripe it is a button of the page where a buyer proves to own a card.
  '4000000000009300': {
    code: 'payment_intent_authentication_failure',
    declineCode: null,
    message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
};
const wrongNumber: Decline = { code: 'incorrect_number', declineCode: null, message: 'Your card number is incorrect.' };
const realCard = declined('test_mode_live_card', 'Your card was declined. Your request was in test mode, but used a non test card.');
const successes: Readonly<Record<string, LaterEvent>> = {
  '4242424242424242': 'nothing',
  '4000056655665556': 'nothing',
  '5555555555554444': 'nothing',
  '378282246310005': 'nothing',
  '4000000000000259': 'dispute',
  '4000000000001976': 'inquiry',
  '4000000000005423': 'fraud-warning',
  '4000000000005126': 'refund-fails',
};
export const ORDINARY_TRAITS: CardTraits = {
  riskLevel: 'normal',
  cvc: 'pass',
  postalCode: null,
  isReviewed: false,
  threeDSecure: 'on-request',
  proof: 'authenticated',
};
/** The last two are the stand-in's own; the others are of Stripe's page "Testing". */
const unusual: Readonly<Record<string, Partial<CardTraits>>> = {
  '378282246310005': { threeDSecure: 'never' },
  '4000000000004954': { riskLevel: 'highest' },
  '4000000000009235': { riskLevel: 'elevated' },
  '4000000000000101': { cvc: 'fail' },
  '4000000000000036': { postalCode: 'fail' },
  '4000000000003220': { threeDSecure: 'always' },
  '4000008400001629': { threeDSecure: 'always' },
  '4000000000003097': { proof: 'processing_error' },
  '4000000000009292': { riskLevel: 'elevated', isReviewed: true },
  '4000000000009318': { threeDSecure: 'always', proof: 'failed' },
};
export const GENERIC_DECLINE = declined('generic_decline');

/** Decides like Stripe in test mode: only its test numbers are worth anything. `digits` has no blanks. */
export function cardResult(digits: string): CardResult {
  const known = declines[digits];
  if (known) return { decline: known };
  const laterEvent = successes[digits];
  const traits = traitsOf(digits);
  if (laterEvent !== undefined || digits in unusual) return { decline: null, laterEvent: laterEvent ?? 'nothing', traits };
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) {
    return { decline: wrongNumber };
  }
  return { decline: realCard };
}

/** Whether a payment ended before the bank was asked for money: 3-D Secure failed, and the shop does not go on without it. */
export function isUnproven({ code }: Decline): boolean {
  return code === 'payment_intent_authentication_failure';
}

/** The most exact code of a refusal, as an address can carry it. */
export function reasonOf({ code, declineCode }: Decline): string {
  return declineCode ?? code;
}

/** What to tell the buyer for such a code; null for a code that is none. */
export function messageOfReason(reason: string): string | null {
  return [...Object.values(declines), wrongNumber, realCard].find((decline) => reasonOf(decline) === reason)?.message ?? null;
}

function traitsOf(digits: string): CardTraits {
  return { ...ORDINARY_TRAITS, ...unusual[digits] };
}

/** Keeps the last four digits only. `isAsked`: the shop asks for 3-D Secure. */
export function describeCard(digits: string, expMonth: number, expYear: number, isAsked: boolean): Card {
  const brand = /^4/.test(digits) ? 'visa' : /^5[1-5]/.test(digits) ? 'mastercard' : /^3[47]/.test(digits) ? 'amex' : 'unknown';
  const fingerprint = createHash('sha256').update(digits).digest('hex').slice(0, 16);
  const traits = traitsOf(digits);
  const isTried = traits.threeDSecure === 'always' || (isAsked && traits.threeDSecure === 'on-request');
  return { brand, last4: digits.slice(-4), expMonth, expYear, fingerprint, traits, threeDSecure: isTried ? ended(traits.proof) : null };
}

/** The stand-in's buyers answer at once. */
function ended(result: CardTraits['proof']): Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure {
  return {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: result === 'authenticated' ? '05' : '07',
    exemption_indicator: null,
    result,
    result_reason: result === 'authenticated' ? null : result === 'failed' ? 'rejected' : 'protocol_error',
    transaction_id: null,
    version: '2.2.0',
  };
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
