import { applyDecorators, ForbiddenException, UnsupportedMediaTypeException } from '@nestjs/common';
import { type NestFastifyApplication, RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { NamesRefusal } from '../responses/refusals.ts';
import { TakesCallsFromAnywhere } from '../openapi/openapi-answers.ts';

const FORM = 'application/x-www-form-urlencoded';
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

interface CrossSiteRoute {
  readonly fromAnywhere?: boolean;
  readonly takesForm?: boolean;
}

/** Allows cross-site calls of a write that does not rely on cookies. */
export const FromAnywhere = ({ takesForm = false } = {}) =>
  applyDecorators(RouteConfig({ fromAnywhere: true, takesForm } satisfies CrossSiteRoute), TakesCallsFromAnywhere());

class CrossSiteCall extends ForbiddenException implements NamesRefusal {
  readonly refusal = 'cross-site';

  constructor() {
    super('This address takes no calls from pages of other sites.');
  }
}

const callersOf = (request: FastifyRequest) => request.routeOptions.config as CrossSiteRoute;

/**
 * Protects against CSRF: a page of another site must not write for its visitor, not even sign up, whose cookie would make this browser the
 * one that opens an account's link (ADR 0007). CORS alone only prevents such a page from reading the answer, and has no preflight for what
 * an HTML form can send. So writes are accepted only from pages of the shop and of this API, by `Origin` and `Sec-Fetch-Site`; a client that
 * sends neither is no browser. Bodies are JSON, or multipart forms of calls that need a secret.
 */
export function refuseCrossSiteWrites(app: NestFastifyApplication, { storefrontOrigin, apiOrigin }: Config): void {
  const own: ReadonlySet<string> = new Set([storefrontOrigin, apiOrigin]);
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRequest', (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void) => {
    if (READS.has(request.method) || callersOf(request).fromAnywhere === true || isOwn(request, own)) return done();
    done(new CrossSiteCall());
  });
  server.removeContentTypeParser('text/plain');
  app.useBodyParser(FORM, {}, (request: FastifyRequest, _body: unknown, done: (error: Error | null, body?: unknown) => void) => {
    if (callersOf(request).takesForm === true) done(null, undefined);
    else done(new UnsupportedMediaTypeException('This content type is not supported.'));
  });
}

/** `Origin` decides if it is sent: the shop may be another site than this API. No page can forge `same-origin`. */
function isOwn({ headers }: FastifyRequest, own: ReadonlySet<string>): boolean {
  const site = headers['sec-fetch-site'];
  if (headers.origin === undefined) return site !== 'cross-site';
  return site === 'same-origin' || own.has(headers.origin);
}
