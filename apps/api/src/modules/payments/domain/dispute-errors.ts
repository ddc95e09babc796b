import { DomainError } from '../../../shared/domain-error.ts';

export class DisputeNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such dispute.');
  }
}

/** Not assembled yet, empty, or not one of those that are sent as files. */
export class EvidenceDocumentNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('The evidence of this dispute has no such document.');
  }
}

/** Its evidence cannot be changed or submitted, or it cannot be closed. */
export class DisputeNotOpen extends DomainError {
  readonly kind = 'conflict';
  constructor(state: 'waiting' | 'submitted' | 'closed') {
    const why = {
      waiting: 'The evidence of this dispute is being assembled. Please try again in a minute.',
      submitted: 'The evidence of this dispute has been submitted already.',
      closed: 'This dispute is closed.',
    };
    super(why[state]);
  }
}

/** Somebody changed the evidence after it was read. */
export class EvidenceChanged extends DomainError {
  readonly kind = 'conflict';
  override readonly details;
  constructor(version: number) {
    super(`The evidence has changed since you read it: it is at version ${version}. Read it again.`);
    this.details = [{ field: 'version', message: this.message }];
  }
}

export class EvidenceNotConfirmed extends DomainError {
  readonly kind = 'conflict';
  override readonly details = [{ field: 'confirm', message: this.message }];
  constructor() {
    super('Evidence can be submitted once, and not be taken back: say confirm if it is meant.');
  }
}

export class CloseAmountDiffers extends DomainError {
  readonly kind = 'conflict';
  override readonly details = [{ field: 'amount', message: this.message }];
  constructor() {
    super('A closed dispute is lost for good: name its amount to confirm that.');
  }
}

/** The provider does not take the evidence, or does not close the dispute. */
export class DisputeRefused extends DomainError {
  readonly kind = 'conflict';
  /** `answer`: the provider's message or code. It holds no value that was sent. */
  constructor(answer: string) {
    super(`The payment provider refuses this: ${answer}.`);
  }
}
