import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Asks again each time, at the price of a 304: what a shopper reads is never old. */
export const ALWAYS_REVALIDATE = 'public, no-cache';

/** Sends JSON text as it is, under a strong ETag; 304 where the client has this very text. */
export function sendJsonText(request: FastifyRequest, reply: FastifyReply, text: string, cacheControl = ALWAYS_REVALIDATE): void {
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  void reply.header('ETag', etag).header('Cache-Control', cacheControl);
  if (isKnown(request.headers['if-none-match'], etag)) void reply.status(304).send();
  else void reply.status(200).type('application/json; charset=utf-8').send(text);
}

function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((known) => known.trim() === '*' || known.trim().replace(/^W\//, '') === etag);
}
