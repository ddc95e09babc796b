import { DriverException } from '@mikro-orm/core';

/**
 * The part of an error that may be logged. The message of a database error quotes the statement and its values, so only code, table and
 * constraint are logged. PostgreSQL's codes never begin with E, as those of the system do (EPIPE).
 */
export function safeError(error: unknown): { message: string; stack?: string } {
  if (!(error instanceof Error)) return { message: 'Something that is no error was thrown.' };
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown };
  const isOfDatabase = error instanceof DriverException || (typeof code === 'string' && /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code));
  const about = [code, table, constraint].filter((word) => typeof word === 'string').join(', ');
  const message = isOfDatabase ? `The database refused: ${about}` : error.message || about || error.name;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { message, stack: [message, ...frames].join('\n') };
}
