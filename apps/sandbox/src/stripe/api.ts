import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../ids.ts';
import type { StripeState } from '../stripe-state.ts';
import { StripeRefusal } from './error.ts';
import { Idempotency } from './idempotency.ts';
import { accountOf } from './keys.ts';
import { disputeRoutes } from './routes/disputes.ts';
import { eventRoutes } from './routes/events.ts';
import { fileRoutes } from './routes/files.ts';
import { paymentRoutes } from './routes/payments.ts';
import { refundRoutes } from './routes/refunds.ts';
import type { Operation } from './routes/route.ts';
import { reviewRoutes } from './routes/reviews.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { expireOverdue } from './sessions.ts';
import { nextFailure, apiFault } from './api-fault.ts';
import { API_VERSION } from './version.ts';

interface Surroundings {
  readonly state: StripeState;
  readonly origin: () => string;
  /** Something changed: timers and webhooks may have work. */
  readonly wake: () => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    stripeId: string;
  }
}

/** The parts of Stripe's API that a shop needs, under /v1. */
export async function stripeApi(app: FastifyInstance, { state, origin, wake }: Surroundings): Promise<void> {
  const idempotency = new Idempotency(state);
  app.decorateRequest('stripeId', '');
  app.addHook('onRequest', async (request, reply) => {
    request.stripeId = newId('req_');
    reply.headers({ 'Request-Id': request.stripeId, 'Stripe-Version': API_VERSION, 'Cache-Control': 'no-cache, no-store' });
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = error instanceof StripeRefusal ? error : refusalOf(error);
    if (refusal.status === 401) reply.header('WWW-Authenticate', 'Basic realm="Stripe"');
    return send(reply, refusal.status, JSON.stringify(refusal.toBody(request.stripeId), null, 2));
  });
  app.setNotFoundHandler((request) => {
    accountOf(request.headers.authorization);
    throw new StripeRefusal(
      `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}). Please see https://stripe.com/docs.`,
      {
        status: 404,
      },
    );
  });

  const answer = async (request: FastifyRequest, reply: FastifyReply, operation: Operation): Promise<FastifyReply> => {
    const account = accountOf(request.headers.authorization);
    const input = (request.method === 'GET' ? request.query : request.body) ?? {};
    const { id = '' } = request.params as { id?: string };
    const key = request.method === 'POST' ? header(request, 'idempotency-key') : undefined;
    const failure = nextFailure(state.settings);
    const outage = () => new StripeRefusal('An unknown error occurred', { status: 500, type: 'api_error', isKept: false });
    if (failure === 'error') throw outage();
    if (failure === 'rate-limit')
      throw new StripeRefusal('Request rate limit exceeded.', {
        status: 429,
        code: 'rate_limit',
        type: 'invalid_request_error',
        isKept: false,
      });

    const work = () =>
      state.events.because({ id: request.stripeId, idempotency_key: key ?? null }, () => {
        expireOverdue(state);
        const result = operation({ state, input, id, origin: origin() });
        if (failure !== 'error-after') return { status: 200, body: result };
        return { status: 500, body: outage().toBody(request.stripeId) };
      });
    const path = request.url.split('?')[0] ?? '';
    const pause = async () => {
      const { delayMs } = apiFault(state.settings);
      if (delayMs > 0) await sleep(delayMs);
    };
    const { status, body, isReplayed } = await idempotency.answer({ account, key, path, params: input }, pause, work, request.stripeId);
    if (request.method === 'POST') wake();
    if (failure === 'lost-answer' || failure === 'no-answer') {
      reply.hijack();
      if (failure === 'lost-answer') request.raw.socket.destroy();
      return reply;
    }
    if (key !== undefined) reply.header('Idempotency-Key', key);
    if (isReplayed) reply.header('Idempotent-Replayed', 'true');
    return send(reply, status, body);
  };
  for (const [method, url, operation] of [
    ...sessionRoutes,
    ...paymentRoutes,
    ...refundRoutes,
    ...eventRoutes,
    ...disputeRoutes,
    ...fileRoutes,
    ...reviewRoutes,
  ]) {
    app.route({ method, url, handler: (request, reply) => answer(request, reply, operation) });
  }
}

function send(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).type('application/json').send(body);
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** What goes wrong before or beside an operation, in Stripe's shape. */
function refusalOf(error: unknown): StripeRefusal {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 415) {
    return new StripeRefusal(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
    );
  }
  if (status >= 400 && status < 500) return new StripeRefusal(error instanceof Error ? error.message : 'Invalid request', { status });
  process.stderr.write(`The stand-in for Stripe failed: ${error instanceof Error ? error.stack : String(error)}\n`);
  return new StripeRefusal('An unknown error occurred', { status: 500, type: 'api_error' });
}
