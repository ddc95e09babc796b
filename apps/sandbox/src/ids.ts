import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const lengths = {
  cs_test_a1: 56,
  pi_: 24,
  ch_: 24,
  pm_: 24,
  re_: 24,
  du_: 24,
  evt_: 24,
  li_: 24,
  price_: 24,
  prod_: 14,
  issfr_: 24,
  prv_: 24,
  file_: 24,
  req_: 14,
} as const;

/** An unguessable id in the look of Stripe's. */
export function newId(prefix: keyof typeof lengths): string {
  return prefix + randomText(lengths[prefix]);
}

export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte: larger ones would favour the first letters.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet[byte % 62];
  }
  return text;
}
