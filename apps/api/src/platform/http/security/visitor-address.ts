import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** In which the storefront server gives the address of the visitor for whom it reads, and what proves that it is the storefront server. */
const ADDRESS_HEADER = 'x-visitor-address';
const SECRET_HEADER = 'x-storefront-secret';

/**
 * Whose call it is: the visitor's address where the storefront server makes it to render a page, otherwise the address that calls. Without
 * the secret the header is ignored, because anybody could send it.
 */
export function visitorAddress(request: Pick<FastifyRequest, 'headers' | 'ip'>, secret: string): string {
  const { [ADDRESS_HEADER]: address, [SECRET_HEADER]: sent } = request.headers;
  return typeof address === 'string' && typeof sent === 'string' && isSame(sent, secret) ? address : request.ip;
}

/** Takes the same time wherever the two differ. */
function isSame(sent: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(secret));
}
