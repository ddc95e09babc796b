import { DomainError } from '../../../shared/domain-error.ts';

export class ProductNotFound extends DomainError {
  readonly kind = 'not-found';
  override readonly details: DomainError['details'];
  constructor(field = 'product', message = 'The shop has no such product.') {
    super(message);
    this.details = [{ field, message }];
  }
}

/** Invalid input of staff: which field, and why. */
export class NotFit extends DomainError {
  readonly kind = 'invalid';
  override readonly details: DomainError['details'];
  constructor(field: string, message: string) {
    super(message);
    this.details = [{ field, message }];
  }
}

export class OwnerNeeded extends DomainError {
  readonly kind = 'forbidden';
  override readonly details: DomainError['details'];
  constructor(field: string) {
    super('Only an owner may sell for less than the shop pays.');
    this.details = [{ field, message: this.message }];
  }
}

export class SaleOverlaps extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('This product has another sale in that time: end it first, or choose another time.');
  }
}

export class SaleNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('This product has no such sale that is on or to come.');
  }
}

export class TooManyScreenshots extends DomainError {
  readonly kind = 'conflict';
  constructor(most: number) {
    super(`A product has at most ${most} screenshots: remove one first.`);
  }
}

export class CatalogueJobNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such import.');
  }
}
