import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Config } from '../../config/config.ts';
import { DocsGate, keepDocs, openDocsFolder } from './docs-gate.ts';
import { cacheDocument } from './cached-document.ts';
import { Clock } from '../../../shared/ports.ts';
import { operationFilter } from './operation-filter.ts';
import { TASKS_POLICY, tasksPage } from './tasks-page.ts';
import { withComingDays } from '../openapi/openapi-examples.ts';
import { wholeDocument } from '../openapi/openapi.ts';

/**
 * Swagger UI stores what was entered at Authorize in `localStorage`, for ever. This replaces it by `sessionStorage`: a reload keeps the key,
 * closing the tab deletes it. It runs before the page's `onload`, at which Swagger UI first reads.
 */
const REMEMBER_FOR_THE_TAB = `localStorage.removeItem('authorized');
Object.defineProperty(window, 'localStorage', { value: window.sessionStorage });
`;

/** Swagger UI, the console of the shop's staff, at /docs/. `DOCS` decides who may read it. */
export function describeApi(app: NestFastifyApplication, config: Pick<Config, 'docs'>): void {
  if (config.docs === 'off') return;
  const server = app.getHttpAdapter().getInstance();
  openDocsFolder(server);
  if (config.docs === 'key') keepDocs(server, app.get(DocsGate, { strict: false }));
  server.get('/docs/remember-for-the-tab.js', (_request, reply) => reply.type('application/javascript').send(REMEMBER_FOR_THE_TAB));
  // Made when somebody asks for it, and once: it takes the process's one thread for a moment.
  let made: OpenAPIObject | undefined;
  const document = () => (made ??= wholeDocument(app));
  const now = () => app.get(Clock, { strict: false }).now();
  cacheDocument(server, now);
  let tasks: string | undefined;
  server.get('/docs/tasks', (_request, reply) =>
    reply
      .header('Content-Security-Policy', TASKS_POLICY)
      .type('text/html; charset=utf-8')
      .send((tasks ??= tasksPage(document()))),
  );
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'docs-json',
    yamlDocumentUrl: 'docs/openapi.yaml',
    patchDocumentOnRequest: (_request, _reply, document) => withComingDays(document, now()),
    customSiteTitle: 'Keyturn API',
    customJs: 'remember-for-the-tab.js',
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      docExpansion: 'none',
      filter: true,
      plugins: [operationFilter],
      deepLinking: true,
      operationsSorter: 'alpha',
      tryItOutEnabled: true,
      defaultModelsExpandDepth: 0,
    },
  });
}
