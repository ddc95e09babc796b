import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StripeState } from '../stripe-state.ts';
import { type Problem, SupplierProblem } from './ordering.ts';
import type { SupplierName } from './supplier-store.ts';
import { nextWeather, weatherOf } from './weather.ts';

/** How one supplier speaks: who may call, and how it says no. */
export interface Dialect {
  readonly supplier: SupplierName;
  mayCall(request: FastifyRequest): boolean;
  refusal(problem: Problem, request: FastifyRequest): { readonly status: number; readonly body: object };
}

export interface SupplierRoute {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** `orders`: it spends money; `reads`: it does not. */
  readonly kind: 'orders' | 'reads';
  readonly status?: number;
  /** @throws SupplierProblem */
  act(request: FastifyRequest): unknown;
}

const forced: Readonly<Partial<Record<string, Problem>>> = {
  error: 'failed',
  'rate-limit': 'too-many',
  'sold-out': 'sold-out',
  'price-above': 'price-above',
  'balance-empty': 'balance-empty',
};

/** Adds the routes of a supplier, each of them in its weather. */
export function supplierRoutes(app: FastifyInstance, state: StripeState, dialect: Dialect, routes: readonly SupplierRoute[]): void {
  for (const { method, url, kind, status = 200, act } of routes) {
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const refuse = (problem: Problem) => {
        const refused = dialect.refusal(problem, request);
        if (problem === 'too-many') reply.header('Retry-After', '1');
        return reply.code(refused.status).send(refused.body);
      };
      if (!dialect.mayCall(request)) return refuse('unauthorised');
      const weather = nextWeather(state.settings, dialect.supplier, kind);
      const { delayMs } = weatherOf(state.settings, dialect.supplier);
      if (delayMs > 0) await sleep(delayMs);
      const problem = forced[weather];
      if (problem !== undefined) return refuse(problem);
      if (weather === 'timeout-before') return reply.hijack();
      let body: unknown;
      try {
        body = act(request);
      } catch (error) {
        if (error instanceof SupplierProblem) return refuse(error.problem);
        throw error;
      }
      if (weather === 'error-after') return refuse('failed');
      if (weather === 'timeout-after') return reply.hijack();
      if (weather === 'lost-answer') {
        reply.hijack();
        request.raw.socket.destroy();
        return reply;
      }
      if (weather === 'invalid-json') return reply.code(status).type('application/json').send('{"order": <html>');
      return reply.code(status).send(body);
    };
    app.route({ method, url, handler });
  }
}

/** A whole number of a query, or its default. */
export function numberIn(query: unknown, name: string, fallback: number, most: number): number {
  const text = textIn(query, name);
  const value = Number(text ?? fallback);
  if (!Number.isInteger(value) || value < 1 || value > most) throw new SupplierProblem('invalid');
  return value;
}

export function textIn(source: unknown, name: string): string | undefined {
  const value = isRecord(source) ? source[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws SupplierProblem for what is no amount */
export function centsOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw new SupplierProblem('invalid');
  return Math.round(value * 100);
}
