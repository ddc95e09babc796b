import { DomainError } from '../../shared/domain-error.ts';

export class TooMuchToDraw extends DomainError {
  readonly kind = 'unavailable';
  constructor() {
    super('Too many pictures or documents are being prepared. Please try again in a moment.');
  }
}
