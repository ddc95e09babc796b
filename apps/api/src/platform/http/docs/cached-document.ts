import type { FastifyInstance, FastifyRequest } from 'fastify';

const DAY_MS = 86_400_000;
/** The ways in which Swagger's module sends the document. */
const TEXTS = /^\/docs(-json|\/openapi\.yaml|\/.*swagger-ui-init\.js)$/;

interface CachedText {
  readonly day: number;
  readonly type: string;
  readonly text: string;
}

/**
 * The API's document is large, and writing it takes the process's one thread for up to half a second. Each of its texts is written once, and
 * again on another day: its examples name days to come. Who may read them is asked before.
 */
export function cacheDocument(server: FastifyInstance, now: () => Date): void {
  const cached = new Map<string, CachedText>();
  const today = () => Math.floor(now().getTime() / DAY_MS);
  server.addHook('preHandler', (request, reply, done) => {
    const one = cached.get(nameOf(request));
    if (one && one.day === today()) void reply.header('Content-Type', one.type).send(one.text);
    else done();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    const name = nameOf(request);
    if (TEXTS.test(name) && reply.statusCode === 200 && typeof payload === 'string')
      cached.set(name, { day: today(), type: String(reply.getHeader('Content-Type')), text: payload });
    done(null, payload);
  });
}

/** The matched route: there are few of them. */
const nameOf = ({ routeOptions: { url = '' } }: FastifyRequest): string => url;
