import { types } from 'node:util';

/** Codes of PostgreSQL for a connection that is not there: lost, ended or refused by a server that starts, stops or has no room. */
const NO_CONNECTION = /^(?:08|53300|57P0[1-5])/;
/** Others under which the same statement may succeed a moment later: a transaction that met another one, no resources, ended by its time limit. */
const PASSING = /^(?:40|53|55P03|57014)/;
const PASSING_NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** What pg says of a connection that ended under a statement, or was not made in time; it has no code. */
const NO_CONNECTION_SENTENCE =
  /^Connection terminated|^Client (?:has encountered a connection error|was closed)|^timeout (?:expired|exceeded)/;

/** Whether there was no connection to the database. The ORM and the queues wrap the driver's errors. */
export function isConnectionLost(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const code = codeOf(error);
  return (
    NO_CONNECTION.test(code) || PASSING_NETWORK.has(code) || NO_CONNECTION_SENTENCE.test(error.message) || isConnectionLost(error.cause)
  );
}

/** Whether the database could not answer now, so that trying again makes sense. */
export function isDatabaseAway(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  return PASSING.test(codeOf(error)) || isConnectionLost(error) || isDatabaseAway(error.cause);
}

/** Whether a lock was not to be had in time, or only by ending this transaction or another one (a deadlock). */
export function isLockRefused(error: unknown): boolean {
  return types.isNativeError(error) && (/^(?:40P01|55P03)$/.test(codeOf(error)) || isLockRefused(error.cause));
}

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
