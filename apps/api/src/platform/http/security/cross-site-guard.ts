import { applyDecorators, ForbiddenException, UnsupportedMediaTypeException } from '@nestjs/common';
import { type NestFastifyApplication, RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { TakesCallsFromAnywhere } from '../openapi/openapi-answers.ts';

const FORM = 'application/x-www-form-urlencoded';
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

interface CrossSiteRoute {
  readonly fromAnywhere?: boolean;
  readonly takesForm?: boolean;
}

/** Lets whoever wants call a write, wherever the call comes from: it trusts nothing that a browser adds by itself. */
export const FromAnywhere = ({ takesForm = false } = {}) =>
  applyDecorators(RouteConfig({ fromAnywhere: true, takesForm } satisfies CrossSiteRoute), TakesCallsFromAnywhere());

const callersOf = (request: FastifyRequest) => request.routeOptions.config as CrossSiteRoute;

/**
 * A page of another site must write nothing in the name of who looks at it: not even a sign-up, whose cookie would make this browser
 * the one that opens an account's link (ADR 0007). CORS alone keeps such a page from reading the answer only, and asks beforehand for
 * nothing that an HTML form could send. So writes are taken from the shop's pages and this API's own, which browsers tell by `Origin`
 * and `Sec-Fetch-Site`; what sends neither is no browser. And bodies are JSON, or the multipart forms that ask for a secret of their own.
 */
export function refuseCrossSiteWrites(app: NestFastifyApplication, { storefrontOrigin, apiOrigin }: Config): void {
  const own: ReadonlySet<string> = new Set([storefrontOrigin, apiOrigin]);
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRequest', (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void) => {
    if (READS.has(request.method) || callersOf(request).fromAnywhere === true || isOwn(request, own)) return done();
    done(new ForbiddenException('This address takes no calls from pages of other sites.'));
  });
  server.removeContentTypeParser('text/plain');
  app.useBodyParser(FORM, {}, (request: FastifyRequest, _body: unknown, done: (error: Error | null, body?: unknown) => void) => {
    if (callersOf(request).takesForm === true) done(null, undefined);
    else done(new UnsupportedMediaTypeException('This content type is not supported.'));
  });
}

/** The origin decides where it is told: the shop may well be another site than this API. No page can forge `same-origin`. */
function isOwn({ headers }: FastifyRequest, own: ReadonlySet<string>): boolean {
  const site = headers['sec-fetch-site'];
  if (headers.origin === undefined) return site !== 'cross-site';
  return site === 'same-origin' || own.has(headers.origin);
}
