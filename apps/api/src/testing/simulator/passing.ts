import { DomainError } from '../../shared/domain-error.ts';
import { MailIsBeingSent } from '../../platform/mail/sending/send-mail.ts';
import { ProcessDied } from './scheduler.ts';
import { ConnectionLost } from './transactional-storage.ts';

/** What a caller may be told: a refusal, or that something is away for now. Anything else is a fault of the shop. */
export function passing(error: unknown): undefined {
  if (error instanceof DomainError || error instanceof ProcessDied || error instanceof ConnectionLost) return undefined;
  if (error instanceof AggregateError) return void error.errors.forEach(passing);
  throw error;
}

/** What a job may end with and be tried again. Anything else is a fault, though the next attempt may succeed. */
function isPassingInJob(error: unknown): boolean {
  if (error instanceof MailIsBeingSent) return true;
  try {
    passing(error);
    return true;
  } catch {
    return false;
  }
}

/**
 * What a mail or a batch may log as the cause of another attempt: the mail server or the connection is away, or the processes have died.
 * `Error` stands for one without a message: what a lost answer has left recorded.
 */
const PASSING_CAUSES: ReadonlySet<string> = new Set([
  'away',
  'cut',
  'full',
  'no such mailbox',
  'before the commit',
  'after the commit',
  'The processes that were sending it ended.',
  'Error',
]);

/** What jobs have thrown and may not throw, whether or not they succeeded later. */
export class Thrown {
  readonly all: { readonly by: string; readonly error: unknown }[] = [];

  by(job: string, error: unknown): void {
    if (!isPassingInJob(error)) this.all.push({ by: job, error });
  }

  /** Mails and batches log what they were refused, and try again. */
  logged(said: unknown): void {
    const { message, cause, reason } = said as { message?: unknown; cause?: unknown; reason?: unknown };
    const why = String(cause ?? reason ?? message ?? said);
    if (!PASSING_CAUSES.has(why)) this.all.push({ by: String(message), error: why });
  }
}
