/**
 * Codes of PostgreSQL under which the same statement may succeed a moment later: no connection, a transaction that met another one, no
 * resources, ended by its time limit, a server that starts or stops.
 */
const PASSING = /^(?:08|40|53|55P03|57014|57P0[1-5])/;
const PASSING_NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** What pg says of a connection that ended under a statement; it has no code. */
const PASSING_SENTENCE = /^Connection terminated|^Client has encountered a connection error/;

/** Whether the database could not answer now, so that trying again makes sense. The ORM wraps the driver's errors. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  const isPassing = (typeof code === 'string' && (PASSING.test(code) || PASSING_NETWORK.has(code))) || PASSING_SENTENCE.test(error.message);
  return isPassing || isDatabaseAway(error.cause);
}
