import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type LogFields, withLogFields } from '../../logging/log-fields.ts';
import type { OpenSpan, SpanPlan } from '../../tracing/tracer.ts';
import { beginSpan, isTracing } from '../../tracing/tracing.ts';
import type { Metrics } from '../../metrics/metrics.ts';

const SLOW_MS = 1000;
/** What machines ask every few seconds says nothing about the shop. */
const quiet = new Set(['/health/live', '/health/ready', '/metrics']);

/**
 * Gives all that a request logs its id, and tells of the request when it is answered: writes, refusals and slow answers; plain reads at
 * level `debug` only, for a shop has thousands a minute. Routes are told by their pattern, as addresses may hold tokens.
 */
export function logRequests(server: FastifyInstance, metrics: Metrics): void {
  const logger = new Logger('http');
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  const fieldsOf = (request: FastifyRequest): LogFields => {
    const span = spans.get(request);
    return { requestId: request.id, ...(span && { traceparent: span.traceparent }) };
  };
  server.addHook('onRequest', (request, _reply, done) => {
    const span = isTracing() ? beginSpan(spanOf(request)) : null;
    if (span) spans.set(request, span);
    withLogFields(fieldsOf(request), () => done());
  });
  // Reading a body goes on in the socket's context: what follows is led back into the request's.
  server.addHook('preValidation', (request, _reply, done) => (isRead(request) ? done() : withLogFields(fieldsOf(request), () => done())));
  server.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    metrics.answered({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    spans.get(request)?.end({ attributes: { 'http.response.status_code': reply.statusCode }, isFailed: reply.statusCode >= 500 });
    if (!quiet.has(route)) tell(logger, request, reply, route);
    done();
  });
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unmatched';
}

/** Named by its route: addresses may hold tokens. */
function spanOf(request: FastifyRequest): SpanPlan {
  const route = routeOf(request);
  const { traceparent } = request.headers;
  return {
    name: `${request.method} ${route}`,
    kind: 'server',
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    attributes: { 'http.request.method': request.method, 'http.route': route, 'keyturn.request_id': request.id },
  };
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

function tell(logger: Logger, request: FastifyRequest, reply: FastifyReply, route: string): void {
  const ms = Math.round(reply.elapsedTime);
  const line = { message: 'answered', requestId: request.id, method: request.method, route, status: reply.statusCode, ms };
  if (isRead(request) && reply.statusCode < 400 && ms < SLOW_MS) logger.debug(line);
  else logger.log(line);
}
