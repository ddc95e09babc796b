import { bounded as boundedOr } from '../../shared/concurrency/bounded.ts';
import { DomainError } from '../../shared/domain-error.ts';

export class TooMuchToDraw extends DomainError {
  readonly kind = 'unavailable';
  constructor() {
    super('Too many pictures or documents are being prepared. Please try again in a moment.');
  }
}

/** Runs at most `atOnce` tasks at a time and queues at most `waiting` more. @throws TooMuchToDraw */
export function bounded(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  return boundedOr(atOnce, waiting, () => new TooMuchToDraw());
}
