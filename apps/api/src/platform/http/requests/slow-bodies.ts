import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endRequest } from './end-request.ts';

const SECOND = 1000;
/** How long a request may take to arrive: its headers, then its body. */
export const HEADERS_WITHIN_MS = 30 * SECOND;
const BODY_WITHIN_MS = 30 * SECOND;
/** 5 MB by the contact form over a slow mobile network. */
const FORM_WITHIN_MS = 120 * SECOND;
/** A supplier's file of 1 GB by the staff. */
const STAFF_UPLOAD_WITHIN_MS = 3600 * SECOND;
/** Of any request, which Node enforces itself: it knows no routes. */
export const ANY_REQUEST_WITHIN_MS = HEADERS_WITHIN_MS + STAFF_UPLOAD_WITHIN_MS;

/** Ends the connection of a request whose body takes too long, with 408 where nothing was answered yet: it would hold memory and a place. */
export function endSlowBodies(server: FastifyInstance): void {
  server.addHook('preParsing', (request, reply, _payload, done) => {
    const { raw } = request;
    if (raw.complete === false) {
      const timer = setTimeout(() => {
        if (!raw.complete) endRequest(request, reply, 408, 'The request took too long to arrive.');
      }, longestOf(request)).unref();
      raw.once('end', () => clearTimeout(timer));
    }
    done();
  });
}

function longestOf({ headers, url }: FastifyRequest): number {
  if (!headers['content-type']?.toLowerCase().startsWith('multipart/form-data')) return BODY_WITHIN_MS;
  return url.startsWith('/ops/') ? STAFF_UPLOAD_WITHIN_MS : FORM_WITHIN_MS;
}
