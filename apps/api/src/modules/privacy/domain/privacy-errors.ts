import { DomainError } from '../../../shared/domain-error.ts';

/** What is in the way, a sentence each. */
export class ErasureBlocked extends DomainError {
  readonly kind = 'conflict';

  constructor(sentences: readonly string[]) {
    super(sentences.join(' '));
  }
}

export class ErasureNotConfirmed extends DomainError {
  readonly kind = 'conflict';
  override readonly details = [{ field: 'confirm', message: this.message }];

  constructor() {
    super('Erased data cannot be brought back: say confirm if it is meant.');
  }
}

/** Neither an account nor an address. */
export class PersonNotNamed extends DomainError {
  readonly kind = 'invalid';
  override readonly details = [{ field: 'email', message: this.message }];

  constructor() {
    super('Name the customer, the email or both.');
  }
}

/** Unknown, used or expired, without revealing which. */
export class PrivacyLinkInvalid extends DomainError {
  readonly kind = 'not-found';

  constructor() {
    super('This link is no longer valid. Please ask for a new one.');
  }
}
