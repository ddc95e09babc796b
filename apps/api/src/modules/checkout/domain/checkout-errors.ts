import { type Currency, formatMoney, MAXIMUM_CHARGE_MINOR, MINIMUM_CHARGE_MINOR } from '@keyturn/shop-rules';
import { DomainError, TooManyTries } from '../../../shared/domain-error.ts';

export class CartIsEmpty extends DomainError {
  readonly kind = 'invalid';
  override readonly details = [{ field: 'cart', message: 'The cart is empty.' }];
  constructor() {
    super('Your cart is empty.');
  }
}

export class TotalOutOfBounds extends DomainError {
  readonly kind = 'invalid';
  override readonly details;
  private constructor(message: string) {
    super(message);
    this.details = [{ field: 'cart', message }];
  }

  /** Null when the provider takes such an amount. */
  static of(totalMinor: number, currency: Currency): TotalOutOfBounds | null {
    const least = MINIMUM_CHARGE_MINOR[currency];
    if (totalMinor < least)
      return new TotalOutOfBounds(`Card payments start at ${formatMoney(least, currency)}. Please add something to your cart.`);
    if (totalMinor > MAXIMUM_CHARGE_MINOR)
      return new TotalOutOfBounds(`One payment can be at most ${formatMoney(MAXIMUM_CHARGE_MINOR, currency)}. Please split your order.`);
    return null;
  }
}

export class CountryBlocked extends DomainError {
  readonly kind = 'forbidden';
  override readonly extra = { blocked: true };
  constructor() {
    super('We cannot sell to your country. Nothing was charged.');
  }
}

/** Tells neither that a list exists nor what is on it. */
export class BuyerBlocked extends DomainError {
  readonly kind = 'forbidden';
  constructor() {
    super('We cannot accept this order. Nothing was charged. If you think that this is a mistake, please write to us.');
  }
}

/** `retryAfterSeconds`: when the open sessions expire, if nobody pays. */
export class TooManyOpenCheckouts extends TooManyTries {
  constructor(retryAfterSeconds: number) {
    super('Too many checkouts are open at once. Please finish one of them or try again in half an hour.', retryAfterSeconds);
  }
}

export class IdempotencyKeyReused extends DomainError {
  readonly kind = 'conflict';
  override readonly details = [{ field: 'Idempotency-Key', message: 'This key was used for another cart or other details.' }];
  constructor() {
    super('This checkout was already started with other details. Please start again.');
  }
}
