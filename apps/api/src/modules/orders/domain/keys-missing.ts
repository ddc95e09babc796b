import { DomainError } from '../../../shared/domain-error.ts';

/** An order cannot be released: keys of it are gone, and no supplier has others now. */
export class KeysMissing extends DomainError {
  readonly kind = 'conflict';
  constructor(missing: readonly { readonly name: string; readonly quantity: number }[]) {
    const names = missing.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');
    super(`Neither the shop nor its suppliers have these keys: ${names}. Add keys and try again, or refund the order.`);
  }
}
