import { DomainError } from '../../../shared/domain-error.ts';

/** Only of an unclear purchase can it be said that the supplier has no such order. */
export class PurchaseNotUnclear extends DomainError {
  readonly kind = 'conflict';
  constructor(state: string) {
    super(`This purchase is ${state}. Only one that is unclear can be recorded as not made.`);
  }
}
