import helmet from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';

/** Headers of the sample answer that are not copied. */
const ofTheAnswer = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive']);

/**
 * Helmet's headers. They are the same on every answer of this API, and computing them is a tenth of the cost of a list: they are copied from
 * one answer at the start.
 */
export async function securityHeaders(config: Pick<Config, 'apiOrigin'>): Promise<Readonly<Record<string, string>>> {
  const server = fastify();
  await server.register(helmet, {
    contentSecurityPolicy: {
      // Swagger UI is the only page; it brings its own script files and sets styles inline.
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: config.apiOrigin.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  server.get('/', () => '');
  const { headers } = await server.inject('/');
  await server.close();
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (ofTheAnswer.has(name) ? [] : [[name, String(value)]])));
}

export function sendSecurityHeaders(server: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  server.addHook('onRequest', (_request, reply: { headers(values: Readonly<Record<string, string>>): unknown }, done) => {
    reply.headers(headers);
    done();
  });
}
