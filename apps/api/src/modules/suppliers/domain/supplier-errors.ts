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

export class MarginRuleKindUnknown extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('Rules are for a product, a genre or a supplier.');
  }
}

export class MarginRuleUnfit extends DomainError {
  readonly kind = 'invalid';
  override readonly details: { field: string; message: string }[];
  constructor(kind: string) {
    super(`There is no such ${kind}.`);
    this.details = [{ field: 'subject', message: this.message }];
  }
}

/** A supplier did not do what was asked. The message is for staff and logs. */
export abstract class SupplierFailed extends Error {}

/** A supplier did not answer as its API promises. `mayBeDone`: it may have done what was asked. */
export class SupplierAway extends SupplierFailed {
  readonly mayBeDone: boolean;

  constructor(message: string, { mayBeDone = false, cause }: { mayBeDone?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.mayBeDone = mayBeDone;
  }
}

/** A supplier understood the request and said no: nothing was done. */
export class SupplierRefused extends SupplierFailed {
  /** Whether the balance is too low: no other offer of this supplier can be bought either. */
  readonly isOutOfFunds: boolean;

  constructor(message: string, { isOutOfFunds = false }: { isOutOfFunds?: boolean } = {}) {
    super(message);
    this.isOutOfFunds = isOutOfFunds;
  }
}
