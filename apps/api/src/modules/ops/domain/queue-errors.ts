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

export class MailNotDead extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('No mail with this id was given up or refused, or it is on its way again: GET /ops/queue/dead-letters lists them.');
  }
}
