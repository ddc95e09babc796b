import { DomainError } from '../../../shared/domain-error.ts';

export class JobNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('The queue knows no such job. It may be done: finished jobs are not kept.');
  }
}

export class JobNotFailed extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('This job has not failed: it is tried by itself.');
  }
}

export class LetterNotDead extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('There is no such letter that was given up or refused.');
  }
}
