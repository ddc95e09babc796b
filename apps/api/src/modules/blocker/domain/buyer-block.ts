import { mailboxOf } from '../../../shared/mailbox.ts';

/** What a buyer is recognised by. `card`: the provider's fingerprint of a card. `account`: the id of a user. */
export const BUYER_BLOCK_KINDS = ['email', 'domain', 'card', 'account'] as const;
export type BuyerBlockKind = (typeof BUYER_BLOCK_KINDS)[number];

/** What is known of a buyer; null: unknown. */
export interface BuyerTraits {
  readonly email: string | null;
  /** The provider's name for a card number, the same for each payment by it; known after the payment. */
  readonly cardFingerprint: string | null;
  readonly userId: string | null;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const DOMAIN = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/;
const FINGERPRINT = /^\w{4,64}$/;
const ACCOUNT = /^[\da-z]{26}$/;

/** The value as it is stored and compared: one for all spellings of the same. Null where `text` is no such value. */
export function blockValue(kind: BuyerBlockKind, text: string): string | null {
  const value = normal[kind](text.trim());
  return shape[kind].test(value) ? value : null;
}

const normal: Readonly<Record<BuyerBlockKind, (text: string) => string>> = {
  email: mailboxOf,
  domain: (text) => text.toLowerCase().replace(/^@/, ''),
  // Letters of both cases are different ones.
  card: (text) => text,
  account: (text) => text.toLowerCase(),
};

const shape: Readonly<Record<BuyerBlockKind, RegExp>> = { email: EMAIL, domain: DOMAIN, card: FINGERPRINT, account: ACCOUNT };

/** Every block that would concern this buyer. A blocked domain includes its subdomains. */
export function blockValuesOf({ email, cardFingerprint, userId }: BuyerTraits): { kind: BuyerBlockKind; value: string }[] {
  const domain = email?.trim().toLowerCase().split('@').at(-1) ?? '';
  const labels = domain.split('.');
  return [
    ...(email === null ? [] : [{ kind: 'email' as const, value: mailboxOf(email) }]),
    // Not the last label: nobody blocks all of ".com".
    ...labels.slice(0, -1).map((_, index) => ({ kind: 'domain' as const, value: labels.slice(index).join('.') })),
    ...(cardFingerprint === null ? [] : [{ kind: 'card' as const, value: cardFingerprint }]),
    ...(userId === null ? [] : [{ kind: 'account' as const, value: userId }]),
  ];
}
