import { DomainError } from '../../../shared/domain-error.ts';

export class SupplierUnknown extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such supplier.');
  }
}

export class SupplierOff extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('This supplier is off: its credentials are not set.');
  }
}

export class SupplierPaused extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('This supplier is paused. Resume it first.');
  }
}

export class LinkUnfit extends DomainError {
  readonly kind = 'invalid';
  override readonly details = [{ field: 'product', message: 'There is no such product.' }];
  constructor() {
    super('There is no such product.');
  }
}

/** A supplier did not answer as its API promises: nothing is known of what was asked. The message is for staff and logs. */
export class SupplierAway extends Error {}

/** A supplier understood the request and said no. The message is for staff and logs. */
export class SupplierRefused extends Error {}
