import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { ConsoleLogger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config } from '../config/config.ts';
import { answerFrameworkError, ErrorFilter } from './errors.ts';
import { describeApi } from './openapi.ts';
import { requestId, tellRequestId } from './request-id.ts';
import { InputValidation, StorableText } from './validation.ts';

const LARGEST_BODY_BYTES = 1_048_576;

/** The HTTP application, not yet listening. Tests use it as it is. */
export async function createHttpApp(module: Type | object, config: Config): Promise<NestFastifyApplication> {
  const adapter = httpAdapter(config);
  const app = await NestFactory.create<NestFastifyApplication>(module as Type, adapter, { rawBody: true, logger: new StructuredLogger() });
  await configureHttpApp(app, config);
  return app;
}

/** Tests build the same, so that limits and addresses behave alike. */
export function httpAdapter(config: Pick<Config, 'trustedProxies'>): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: LARGEST_BODY_BYTES,
    trustProxy: (_address: string, hop: number) => hop < config.trustedProxies,
    genReqId: requestId,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    frameworkErrors: answerFrameworkError,
  });
}

/** What every HTTP application of this API has, the ones that tests build included. */
export async function configureHttpApp(app: NestFastifyApplication, config: Config): Promise<void> {
  tellRequestId(app.getHttpAdapter().getInstance());
  await app.register(helmet, {
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
  await app.register(cookie);
  app.enableCors({
    origin: [config.storefrontOrigin],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'X-Ops-Key', 'X-Request-Id'],
    exposedHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: 86_400,
  });
  app.useGlobalFilters(new ErrorFilter());
  app.useGlobalPipes(new StorableText(), new InputValidation());
  app.enableShutdownHooks();
  describeApi(app, config);
}

/** The same application without HTTP: worker and one-shot commands. */
export function createBackgroundApp(module: Type | object): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(module as Type, { logger: new StructuredLogger() });
}

/** One JSON object a line. What Nest tells of its own start is left out. */
class StructuredLogger extends ConsoleLogger {
  private static readonly chatter = new Set(['InstanceLoader', 'NestFactory', 'NestApplication', 'RoutesResolver', 'RouterExplorer']);

  constructor() {
    super({ json: true, colors: false, logLevels: ['log', 'warn', 'error', 'fatal'] });
  }

  override log(message: unknown, ...rest: unknown[]): void {
    if (!StructuredLogger.chatter.has(String(rest.at(-1)))) super.log(message, ...rest);
  }
}
