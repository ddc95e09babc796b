import { DomainError, TooManyTries } from '../../../shared/domain-error.ts';

export class UnknownProduct extends DomainError {
  readonly kind = 'not-found';
  override readonly details: DomainError['details'];
  constructor(field = 'product') {
    const message = 'The shop has no such product.';
    super(message);
    this.details = [{ field, message }];
  }
}

export class ProductNotNamed extends DomainError {
  readonly kind = 'invalid';
  override readonly details = [{ field: 'product', message: 'Say which product the keys are for: its kinguinId, or its own id.' }];
  constructor() {
    super('Say which product the keys are for: its kinguinId, or its own id.');
  }
}

export class KeyNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such key.');
  }
}

export class UnsoldKeyHidden extends DomainError {
  readonly kind = 'forbidden';
  constructor() {
    super('Nobody has bought this key: only an owner may see it, and it leaves sale by that.');
  }
}

export class TooManyKeyLooks extends TooManyTries {
  constructor(retryAfterSeconds: number) {
    super('You have seen as many keys as one may see in an hour. The shop has been told.', retryAfterSeconds);
  }
}

export class TooManyKeysGiven extends TooManyTries {
  constructor(retryAfterSeconds: number) {
    super('You have replaced or redirected as many keys as one may in an hour. The shop has been told.', retryAfterSeconds);
  }
}

export class UploadNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('No key of the shop came in with such an upload. POST /ops/keys answers `uploadId`, and GET /ops/keys shows it for each key.');
  }
}

export class KeyInOrder extends DomainError {
  readonly kind = 'conflict';
  constructor(state: 'reserved' | 'sold') {
    super(
      state === 'sold'
        ? 'This key was sold: replace it in its order, which burns it.'
        : 'An unpaid order has this key reserved. Try again when that order is paid or has ended.',
    );
  }
}

export class KeyNotQuarantined extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('This key is not in quarantine.');
  }
}

export class KeyGoesBack extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('This key goes back to its supplier, or went: it is not sold again, unless the supplier refuses it.');
  }
}

export class SpanReversed extends DomainError {
  readonly kind = 'invalid';
  override readonly details = [{ field: 'to', message: 'The end must not lie before the beginning.' }];
  constructor() {
    super('The end must not lie before the beginning.');
  }
}

export class RecoveryPointAhead extends DomainError {
  readonly kind = 'invalid';
  constructor() {
    super('The moment of the backup lies ahead. Look at the time zone: 2026-11-21T08:00:00Z is UTC.');
  }
}

export class TooManyLines extends DomainError {
  readonly kind = 'invalid';
  override readonly details: DomainError['details'];
  constructor(most: number) {
    const message = `At most ${most} lines go in at once. What came before is in stock; send the rest in another file.`;
    super(message);
    this.details = [{ field: 'file', message }];
  }
}
