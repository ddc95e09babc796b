import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

const wellFormed = /^[\w-]{8,64}$/;

/** Uses the request id of a proxy, if it is well formed. */
export function requestId(request: IncomingMessage | { headers: Record<string, unknown> }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
}

/** Every answer carries `X-Request-Id`, so that a shopper can name the request that failed. */
export function sendRequestId(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply: { header(name: string, value: string): unknown; raw?: ServerResponse }, done) => {
    reply.header('X-Request-Id', request.id);
    done();
  });
}
