import { DomainError, TooManyTries } from '../../../shared/domain-error.ts';

/** The same message for somebody else's order and an unknown one. */
export class OrderNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such order.');
  }
}

export class NoKeysToSend extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('This order has no keys to send.');
  }
}

export class TooManyResends extends TooManyTries {
  constructor(retryAfterSeconds: number) {
    super(
      'The keys of this order were sent again several times. Please look into your spam folder, or try again tomorrow.',
      retryAfterSeconds,
    );
  }
}

export class TooManyLooks extends TooManyTries {
  constructor() {
    super('The keys of this order were looked at very often. Please try again in an hour.', 3600);
  }
}

export class EmailIsTheSame extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('The mails of this order go to that address already.');
  }
}

export class OrderNotOnHold extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('This order is not on hold.');
  }
}

export class TooFewKeys extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('There are too few keys in stock for this. Upload some first.');
  }
}

/** An order cannot be released: keys of it are gone, and no supplier has others now. */
export class KeysMissing extends DomainError {
  readonly kind = 'conflict';
  constructor(missing: readonly { readonly name: string; readonly quantity: number }[]) {
    const names = missing.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');
    super(`Neither the shop nor its suppliers have these keys: ${names}. Add keys and try again, or refund the order.`);
  }
}

export class NoSuchKeyInOrder extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('This order has no such key: GET /ops/orders/{order} lists each with its line and slot.');
  }
}

/** Staff asked for another key in place of one that the buyer does not have there, or not any more. */
export class KeyIsAnother extends DomainError {
  readonly kind = 'conflict';
  override readonly details = [{ field: 'keyId', message: 'This piece of the order has another key.' }];
  constructor() {
    super('This piece of the order has another key than `keyId`: it was replaced meanwhile. GET /ops/orders/{order} has the present one.');
  }
}

export class RefundUnderWay extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('Another refund of this order is under way. Wait until it is done.');
  }
}

/** Its keys were revoked for the refund, and somebody may have seen them. */
export class RefundFailed extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('The refund of this order failed, and its keys are gone. Refund it again, or give the refund up.');
  }
}

export class PaidMeanwhile extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('This order was paid in the meantime.');
  }
}

/** Numbers are drawn by chance: the more orders there are, the more often one is drawn again. The checkout places the order anew. */
export class OrderNumberTaken extends DomainError {
  readonly kind = 'unavailable';
  constructor(options?: ErrorOptions) {
    super('The order could not be placed. Please try again in a moment.', options);
  }
}

/** Another order was placed with it at the same moment: the checkout finds that one. */
export class IdempotencyKeyTaken extends DomainError {
  readonly kind = 'unavailable';
  constructor(options?: ErrorOptions) {
    super('The order could not be placed. Please try again in a moment.', options);
  }
}

/** Its address leads to nobody: keys and mails that are sent there are lost. */
export class BuyerRemoved extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('The buyer of this order was removed: nobody is left to send keys to. Refund it, or set the address of its buyer first.');
  }
}
