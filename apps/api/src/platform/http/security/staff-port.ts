import { createServer, type Server, type Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StaffPortSettings } from '../../config/staff-port-settings.ts';

/** By the matched route: the text of the URL has many spellings. */
const STAFF_ROUTE = /^\/(?:ops|docs|docs-json|metrics)(?:\/|$)/;
/** Proxies ask for it at either port. */
const AT_BOTH = /^\/health\//;

/**
 * With a port of the staff's own, their calls, Swagger UI and metrics are answered there and nowhere else, and nothing else is: the public
 * port answers them as an address at which nothing is. It starts and ends with the application.
 *
 * Its connections are handed to the HTTP server of the public port, so that times, limits and refusals are the same at both.
 */
export function keepStaffApart(app: NestFastifyApplication, settings: StaffPortSettings | null): void {
  if (settings === null) return;
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  const staff = new WeakSet<Socket>();
  const port = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    staff.add(socket);
    server.server.emit('connection', socket);
  });
  let isClosing = false;

  server.addHook('onRequest', (request, reply, done) => {
    const isHere = staff.has(request.raw.socket);
    if (isHere) forgetFartherProxies(request, settings.trustedProxies);
    if (isAnsweredAt(request, isHere)) done();
    else reply.callNotFound();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    // What was asked before the end began does not keep its connection open.
    if (isClosing && staff.has(request.raw.socket)) reply.header('Connection', 'close');
    done();
  });
  server.addHook('onReady', () => listen(port, settings));
  server.addHook('preClose', async () => {
    isClosing = true;
    const closed = new Promise((resolve) => port.close(resolve));
    server.server.closeIdleConnections();
    await closed;
  });
}

/** What has no route is answered as such anyway. */
function isAnsweredAt({ routeOptions: { url } }: FastifyRequest, isStaffPort: boolean): boolean {
  return url === undefined || AT_BOTH.test(url) || STAFF_ROUTE.test(url) === isStaffPort;
}

/** Leaves the addresses that the proxies of this port wrote: Fastify counts those of the public port, and a caller could write the others. */
function forgetFartherProxies({ raw: { headers } }: FastifyRequest, trustedProxies: number): void {
  const written = String(headers['x-forwarded-for'] ?? '').split(',');
  const kept = trustedProxies === 0 ? [] : written.slice(-trustedProxies);
  if (kept.length === 0) delete headers['x-forwarded-for'];
  else headers['x-forwarded-for'] = kept.join(',');
}

function listen(server: Server, { port, host }: StaffPortSettings): Promise<void> {
  return new Promise((resolve, reject) => server.once('error', reject).listen(port, host, () => resolve()));
}
