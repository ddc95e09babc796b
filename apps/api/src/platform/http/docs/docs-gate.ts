import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../../shared/domain-error.ts';
import { answerFrameworkError } from '../responses/errors.ts';

/** Makes a browser ask for an ops key. */
export const SIGN_IN = 'Basic realm="Keyturn ops: any name, and your ops key as password"';

/** Who may read /docs where it is not open to all. Answered by the ops module. */
export abstract class DocsGate {
  /** Resolves for a good ops key. @throws DomainError for any other, or none. */
  abstract admit(key: string | null, request: FastifyRequest): Promise<unknown>;
}

/**
 * Requires an ops key for /docs: browsers send it as the password of HTTP Basic authentication, with any user name, machines in `X-Ops-Key`.
 * It runs after the check of blocked networks. The page is below `/docs/`, because browsers send that password to the folder that asked for
 * it, and to no call of the API; `/docs-json` is for machines.
 */
export function keepDocs(server: FastifyInstance, gate: DocsGate): void {
  server.addHook('preValidation', (request, reply, done) => {
    // The matched route, not the text of the URL: that has many spellings.
    if (!request.routeOptions.url?.startsWith('/docs') || isWithoutFolder(request)) return done();
    gate.admit(sentKey(request), request).then(
      () => done(),
      (error: unknown) => {
        if (error instanceof DomainError && error.kind === 'unauthenticated') reply.header('WWW-Authenticate', SIGN_IN);
        answerFrameworkError(error, request, reply);
      },
    );
  });
}

/** Redirects `/docs` to `/docs/`. */
export function openDocsFolder(server: FastifyInstance): void {
  server.addHook('preValidation', (request, reply, done) => {
    if (isWithoutFolder(request)) void reply.redirect('/docs/', 302);
    else done();
  });
}

function isWithoutFolder(request: FastifyRequest): boolean {
  return request.routeOptions.url === '/docs' && !(request.url.split('?')[0] ?? '').endsWith('/');
}

/** The key of a request: `X-Ops-Key`, or the password of a Basic sign-in. Null where none was sent. */
export function sentKey({ headers }: FastifyRequest): string | null {
  if (typeof headers['x-ops-key'] === 'string') return headers['x-ops-key'];
  const [, credentials] = /^Basic\s+([A-Za-z\d+/=]+)$/i.exec(headers.authorization ?? '') ?? [];
  if (credentials === undefined) return null;
  return Buffer.from(credentials, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
}
