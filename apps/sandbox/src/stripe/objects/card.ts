export interface Card {
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

export type CardResult = { readonly decline: Decline } | { readonly decline: null; readonly laterEvent: LaterEvent };

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
export const GENERIC_DECLINE = declined('generic_decline');

/** Decides like Stripe in test mode: only its test numbers are worth anything. `digits` has no blanks. */
export function cardResult(digits: string): CardResult {
  const laterEvent = successes[digits];
  if (laterEvent !== undefined) return { decline: null, laterEvent };
  const known = declines[digits];
  if (known) return { decline: known };
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) {
    return { decline: wrongNumber };
  }
  return { decline: realCard };
}

/** The most exact code of a refusal, as an address can carry it. */
export function reasonOf({ code, declineCode }: Decline): string {
  return declineCode ?? code;
}

/** What to tell the buyer for such a code; null for a code that is none. */
export function messageOfReason(reason: string): string | null {
  return [...Object.values(declines), wrongNumber, realCard].find((decline) => reasonOf(decline) === reason)?.message ?? null;
}

/** Keeps the last four digits only. */
export function describeCard(digits: string, expMonth: number, expYear: number): Card {
  const brand = /^4/.test(digits) ? 'visa' : /^5[1-5]/.test(digits) ? 'mastercard' : /^3[47]/.test(digits) ? 'amex' : 'unknown';
  return { brand, last4: digits.slice(-4), expMonth, expYear };
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
