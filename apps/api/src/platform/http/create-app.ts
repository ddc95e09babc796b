import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { endUnread, limitConnections } from '@keyturn/http-server';
import { Config } from '../config/config.ts';
import { describeApi } from './docs/docs.ts';
import { sendCacheHeaders } from './responses/cache-headers.ts';
import { answerFrameworkError, ErrorFilter } from './responses/errors.ts';
import { refuseCrossSiteWrites } from './security/cross-site-guard.ts';
import { JsonLogger } from '../logging/json-logger.ts';
import { Metrics } from '../metrics/metrics.ts';
import { requestId, sendRequestId } from './requests/request-id.ts';
import { boundBodies } from './requests/bound-bodies.ts';
import { readJsonBodies } from './requests/json-bodies.ts';
import { logRequests } from './requests/request-log.ts';
import { readOwnCookies } from './security/own-cookies.ts';
import { securityHeaders, sendSecurityHeaders } from './security/security-headers.ts';
import { keepStaffApart } from './security/staff-port.ts';
import { shedLoad } from './requests/shed-load.ts';
import { ANY_REQUEST_WITHIN_MS, endSlowBodies, HEADERS_WITHIN_MS } from './requests/slow-bodies.ts';
import { InputValidation, StorableText } from './requests/validation.ts';

const LARGEST_BODY_BYTES = 1_048_576;

/** The HTTP application, not yet listening. Tests use it as it is. */
export async function createHttpApp(module: Type | object, config: Config): Promise<NestFastifyApplication> {
  const adapter = httpAdapter(config);
  const app = await NestFactory.create<NestFastifyApplication>(module as Type, adapter, {
    rawBody: true,
    logger: new JsonLogger(config.logLevel),
  });
  await configureHttpApp(app, config);
  return app;
}

/** Tests build the same, so that limits and addresses behave alike. */
export function httpAdapter(config: Pick<Config, 'trustedProxies'>): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: LARGEST_BODY_BYTES,
    requestTimeout: ANY_REQUEST_WITHIN_MS,
    http: { headersTimeout: HEADERS_WITHIN_MS, connectionsCheckingInterval: 5000 },
    trustProxy: (_address: string, hop: number) => hop < config.trustedProxies,
    // Requests on open connections are answered while the server closes.
    return503OnClosing: false,
    genReqId: requestId,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    frameworkErrors: answerFrameworkError,
  });
}

/** Common to every HTTP application of this API, including those of tests; tests of a few modules pass `metrics`. */
export async function configureHttpApp(app: NestFastifyApplication, config: Config, metrics = app.get(Metrics)): Promise<void> {
  sendRequestId(app.getHttpAdapter().getInstance());
  logRequests(app.getHttpAdapter().getInstance(), metrics);
  sendSecurityHeaders(app.getHttpAdapter().getInstance(), await securityHeaders(config));
  await app.register(cookie);
  readOwnCookies(app.getHttpAdapter().getInstance(), config);
  sendCacheHeaders(app.getHttpAdapter().getInstance());
  await app.register(multipart);
  readJsonBodies(app, LARGEST_BODY_BYTES);
  app.enableCors({
    // As text it is the same for every caller: a shared cache hands what one was sent to the next, whose browser needs this header, too.
    origin: config.storefrontOrigin,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'X-Request-Id', 'traceparent'],
    exposedHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: 86_400,
  });
  keepStaffApart(app, config.staffPort);
  refuseCrossSiteWrites(app, config);
  limitConnections(app.getHttpServer());
  endUnread(app.getHttpServer());
  endSlowBodies(app.getHttpAdapter().getInstance());
  boundBodies(app.getHttpAdapter().getInstance(), LARGEST_BODY_BYTES);
  shedLoad(app.getHttpAdapter().getInstance(), metrics.pools.pressure);
  app.useGlobalFilters(new ErrorFilter());
  app.useGlobalPipes(new StorableText(), new InputValidation());
  app.enableShutdownHooks();
  describeApi(app, config);
}

/** Listens at the public port and, where there is one, at that of the staff. @throws Error where one of them is taken */
export async function listen(app: NestFastifyApplication, port: number, host: string): Promise<void> {
  await app.init();
  // `app.listen` waits for ever where this fails.
  await app.getHttpAdapter().getInstance().ready();
  await app.listen(port, host);
}

/** The same application without HTTP: worker and one-shot commands. */
export function createBackgroundApp(module: Type | object, config: Config): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(module as Type, { logger: new JsonLogger(config.logLevel) });
}
