import { DomainError } from '../../../shared/domain-error.ts';
import { euroText } from './amount.ts';

const WHY_NOT = {
  open: 'Keys can go back when their purchase is complete.',
  ended: 'The supplier has ended this order itself. Record what it paid back as `refunded`.',
  partly: 'The supplier has taken some of these keys back by itself. Record what it paid back in all as `refunded`.',
  empty: 'This purchase has no keys that could go back.',
  returning: 'A key of this purchase goes back with another purchase, or went. Ask the supplier.',
  reserved: 'An order that is not paid, or waits, holds a key of this purchase. Try again when it has ended.',
  unknown: 'The keys of this purchase came before the shop noted where they are in stock. Burn them, and ask the supplier.',
  whole: '`onlyTaken` closes a return that is open, with `refunded`.',
  untaken: 'The supplier names no key that it has: nothing was paid back. Send `refunded` 0, or leave `onlyTaken` out to burn all keys.',
  calling: 'The supplier is being asked to take these keys back right now. Try again in a few minutes.',
  showing:
    'The supplier may still show keys that it took, up to 24 hours after the return was sent. Try again then, or leave `onlyTaken` out to burn all keys.',
  silent: 'The supplier does not say which keys it has. Try again later, or leave `onlyTaken` out to burn all keys.',
} as const;

/** Keys of a purchase cannot go back now. */
export class ReturnNotPossible extends DomainError {
  readonly kind = 'conflict';
  constructor(why: keyof typeof WHY_NOT) {
    super(WHY_NOT[why]);
  }
}

/** Buyers have keys of the purchase. */
export class KeysDelivered extends DomainError {
  readonly kind = 'conflict';
  override readonly extra: Readonly<Record<string, unknown>>;
  constructor(delivered: number) {
    super(`Keys of this purchase are with buyers: ${delivered}. Replace or refund them first.`);
    this.extra = { delivered };
  }
}

/** The supplier has no call for it. */
export class ReturnByHand extends DomainError {
  readonly kind = 'conflict';
  override readonly details: { field: string; message: string }[];
  constructor(supplier: string) {
    super(`${supplier} has no call that takes keys back. Ask its support, and record what it paid back, in euros, as \`refunded\`.`);
    this.details = [{ field: 'refunded', message: this.message }];
  }
}

/** The supplier can be asked by a call, and was not. */
export class ReturnByCall extends DomainError {
  readonly kind = 'conflict';
  override readonly details: { field: string; message: string }[];
  constructor(supplier: string) {
    super(
      `${supplier} takes keys back by a call. Leave \`refunded\` out, and record it only if ${supplier} refuses, or does not take the keys.`,
    );
    this.details = [{ field: 'refunded', message: this.message }];
  }
}

export class RefundAboveCost extends DomainError {
  readonly kind = 'invalid';
  override readonly details: { field: string; message: string }[];
  constructor(costMinor: number) {
    super(`The keys of this purchase cost ${euroText(costMinor)}: no more was paid back.`);
    this.details = [{ field: 'refunded', message: this.message }];
  }
}
