import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type LogFields, withLogFields } from '../../logging/log-fields.ts';
import type { OpenSpan, SpanPlan } from '../../tracing/tracer.ts';
import { beginSpan, isTracing } from '../../tracing/tracing.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { refusalOf } from '../responses/refusals.ts';

const SLOW_MS = 1000;
/** Health checks and scrapes every few seconds are not logged. */
const quiet = new Set(['/health/live', '/health/ready', '/metrics']);

/**
 * Adds the request id to every line logged during a request, and logs the request when it is answered: writes, refusals and slow answers;
 * other reads only at level `debug`, because there are thousands a minute. Routes are logged by their pattern, as URLs may contain tokens.
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
  // A body is read in the async context of the socket: what follows runs in the context of the request again.
  server.addHook('preValidation', (request, _reply, done) => (isRead(request) ? done() : withLogFields(fieldsOf(request), () => done())));
  server.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    metrics.answered({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    const refusal = refusalOf(request);
    if (refusal !== null) metrics.refused(refusal);
    spans.get(request)?.end({ attributes: { 'http.response.status_code': reply.statusCode }, isFailed: reply.statusCode >= 500 });
    if (!quiet.has(route)) logAnswer(logger, request, reply, route);
    done();
  });
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unmatched';
}

/** Named by its route pattern: URLs may contain tokens. */
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

function refusalField(request: FastifyRequest): { readonly refused?: string } {
  const refused = refusalOf(request);
  return refused === null ? {} : { refused };
}

function logAnswer(logger: Logger, request: FastifyRequest, reply: FastifyReply, route: string): void {
  const ms = Math.round(reply.elapsedTime);
  const line = {
    message: 'answered',
    requestId: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    ms,
    ...refusalField(request),
  };
  if (isRead(request) && reply.statusCode < 400 && ms < SLOW_MS) logger.debug(line);
  else logger.log(line);
}
