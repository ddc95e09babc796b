import type { FastifyInstance } from 'fastify';

const STORED_BY_NONE = 'no-store';

/**
 * For answers that are the same for all: browsers ask each time, which costs a 304, so that shoppers never see stale data. Caches that many
 * visitors share may answer with them for a second (RFC 9213). In docs/explanation/page-freshness.md.
 */
export const SAME_FOR_ALL = { 'Cache-Control': 'public, no-cache', 'CDN-Cache-Control': 'max-age=1' };

/** For what has another address when it changes. */
export const NEVER_CHANGES = { 'Cache-Control': 'public, max-age=31536000, immutable' };

interface Answer {
  readonly statusCode: number;
  readonly cacheControl: string;
  /** Whether it hands a cookie to one visitor, or was asked for by someone who said who they are. */
  readonly isForOne: boolean;
}

/** The `Cache-Control` of an answer that no shared cache may store; null if its handler decides. */
function withheldFromAll({ statusCode, cacheControl, isForOne }: Answer): string | null {
  if (statusCode >= 400) return STORED_BY_NONE;
  return isForOne ? cacheControl.replace('public', 'private') : null;
}

/**
 * An answer may be stored only where its handler says so: caches and CDNs have rules of their own for answers that say nothing. What a handler
 * says is taken back for an error and for what is for one visitor. Added after the cookies, which become a header in a hook as well.
 */
export function sendCacheHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', (_request, reply, done) => {
    reply.header('Cache-Control', STORED_BY_NONE);
    done();
  });
  server.addHook('onSend', ({ headers }, reply, _payload, done) => {
    const isForOne =
      headers.authorization !== undefined || headers['x-ops-key'] !== undefined || reply.getHeader('Set-Cookie') !== undefined;
    const { statusCode } = reply;
    const cacheControl = withheldFromAll({ statusCode, cacheControl: String(reply.getHeader('Cache-Control')), isForOne });
    if (cacheControl !== null) reply.header('Cache-Control', cacheControl).removeHeader('CDN-Cache-Control');
    done();
  });
}
