import type { FastifyInstance, FastifyReply } from 'fastify';

const STORED_BY_NONE = 'no-store';

/**
 * For answers that are the same for all: browsers ask each time, which costs a 304, so that shoppers never see stale data. Caches that many
 * visitors share may answer with them for a second (RFC 9213). In docs/explanation/page-freshness.md.
 */
export const SAME_FOR_ALL = { 'Cache-Control': 'public, no-cache', 'CDN-Cache-Control': 'max-age=1' };

/** For what has another address when it changes. */
export const NEVER_CHANGES = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * An answer may be stored only where its handler says so: caches and CDNs have rules of their own for answers that say nothing. What a handler
 * says is taken back for an error, and for what is for one visitor: a cookie, or the answer to someone who said who they are. Added after the
 * cookies, which become a header in a hook as well.
 */
export function sendCacheHeaders(server: FastifyInstance): void {
  server.addHook('onSend', ({ headers }, reply, _payload, done) => {
    const allowed = reply.getHeader('cache-control') as string | undefined;
    if (allowed === undefined) reply.header('cache-control', STORED_BY_NONE);
    else if (reply.statusCode >= 400) withhold(reply, STORED_BY_NONE);
    else if (headers.authorization !== undefined || headers['x-ops-key'] !== undefined || reply.hasHeader('set-cookie'))
      withhold(reply, allowed.replace('public', 'private'));
    done();
  });
}

function withhold(reply: FastifyReply, cacheControl: string): void {
  reply.header('cache-control', cacheControl).removeHeader('cdn-cache-control');
}
