import { DomainError } from '../../../shared/domain-error.ts';

export class PurchaseUnknown extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('This supplier has no such purchase.');
  }
}

/** Only of an unclear purchase can it be said that the supplier has no such order. */
export class PurchaseNotUnclear extends DomainError {
  readonly kind = 'conflict';
  constructor(state: string) {
    super(`This purchase is ${state}. Only one that is unclear can be recorded as not made.`);
  }
}
