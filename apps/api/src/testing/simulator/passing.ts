import { DomainError } from '../../shared/domain-error.ts';
import { ProcessDied } from './scheduler.ts';
import { ConnectionLost } from './transactional-storage.ts';

/** What a caller may be told: a refusal, or that something is away for now. Anything else is a fault of the shop. */
export function passing(error: unknown): undefined {
  if (error instanceof DomainError || error instanceof ProcessDied || error instanceof ConnectionLost) return undefined;
  if (error instanceof AggregateError) return void error.errors.forEach(passing);
  throw error;
}
