import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Allows only callers on this machine, and no pages of other sites in their browsers. */
export async function admitLocalCallers(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (isLoopback(request.ip) && isLocalName(request.hostname) && isSameSite(request)) return undefined;
  return reply.code(403).send({ error: 'The controls answer only to callers on this machine.' });
}

/** Against DNS rebinding and cross-site form posts. */
export async function admitOwnPages(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (isLocalName(request.hostname) && isSameSite(request)) return undefined;
  return reply.code(403).send({ error: 'Open this page by its address or as localhost.' });
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
}

/** No origin is sent by tools; a browser sends it with everything that changes something. */
function isSameSite(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host);
}
