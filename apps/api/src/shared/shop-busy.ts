import { DomainError } from './domain-error.ts';

/** The shop has more to do than it can: what is refused now may be tried again in a moment. */
export class ShopBusy extends DomainError {
  readonly kind = 'unavailable';
  override readonly extra = { retryAfterSeconds: 2 };

  constructor(options?: ErrorOptions) {
    super('The shop is very busy. Please try again in a moment.', options);
  }
}
