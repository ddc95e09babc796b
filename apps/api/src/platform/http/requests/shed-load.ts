import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ShopBusy } from '../../../shared/shop-busy.ts';
import { LONG_WAIT_MS, type Pressure } from '../../metrics/pressure.ts';
import { answerFrameworkError } from '../responses/errors.ts';

const LOOK_MS = 50;
/** Whoever watches the process needs to reach it, and a payment that was made is not turned away: its provider comes back much later. */
const ALWAYS_TAKEN = ['/health/', '/webhooks/'];

/**
 * Refuses requests while this process is short of something (`Pressure`), before their bodies are read: what it has begun is finished in
 * time, and the others are told when to come back. Requests are not counted: one that waits for a slow client or for another service
 * costs nobody anything.
 */
export function shedLoad(server: FastifyInstance, pressure: Pressure): void {
  let lookedAt = performance.now();
  const look = setInterval(() => {
    const now = performance.now();
    pressure.note('thread', now - lookedAt - LOOK_MS >= LONG_WAIT_MS, now);
    lookedAt = now;
  }, LOOK_MS).unref();
  server.addHook('onClose', (_server, done) => {
    clearInterval(look);
    done();
  });
  // After all hooks of `onRequest`: a refusal needs the headers that let a browser read it.
  server.addHook('preParsing', (request, reply, _payload, done) => {
    if (pressure.isTooHigh() && !isAlwaysTaken(request)) answerFrameworkError(new ShopBusy(), request, reply);
    else done(null);
  });
}

const isAlwaysTaken = ({ url }: FastifyRequest) => ALWAYS_TAKEN.some((start) => url.startsWith(start));
