import type { FastifyRequest } from 'fastify';

/** RFC 9110, token68. The server has trimmed the header; other blanks (U+00A0) are not trimmed. */
const FORM = /^(?:Bearer +)?([\w.~+/-]+=*)$/i;

/**
 * The token of the Authorization header, with or without `Bearer`; null if none was sent. Malformed text is returned as it is, and is valid
 * nowhere. Everything that identifies callers must use this function: two ways of parsing would make one caller many.
 */
export function sentToken({ headers }: FastifyRequest): string | null {
  const { authorization = '' } = headers;
  if (/^(?:Bearer *)?$/i.test(authorization)) return null;
  return FORM.exec(authorization)?.[1] ?? authorization;
}
