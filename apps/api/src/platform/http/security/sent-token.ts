import type { FastifyRequest } from 'fastify';

/** RFC 9110, token68. The server has taken off the blanks around a header, and what else looks blank (U+00A0) is none. */
const FORM = /^(?:Bearer +)?([\w.~+/-]+=*)$/i;

/**
 * The token of the Authorization header, as it is or after `Bearer`; null where none was sent. What is no token is answered as it stands,
 * and good for nothing. Whoever tells callers apart asks here: two readings of one header would make one caller many.
 */
export function sentToken({ headers }: FastifyRequest): string | null {
  const { authorization = '' } = headers;
  if (/^(?:Bearer *)?$/i.test(authorization)) return null;
  return FORM.exec(authorization)?.[1] ?? authorization;
}
