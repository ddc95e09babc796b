import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { withSharedAnswers } from './openapi-answers.ts';
import { withErrorExamples } from './openapi-examples.ts';
import { tagDescriptions } from './openapi-tags.ts';

/** The extension under which an operation names the role that it needs. */
export const OPS_ROLE = 'x-ops-role';

type Part = 'shop' | 'ops';
type Operation = { description?: string; tags?: string[]; security?: object[]; [OPS_ROLE]?: string };

/** Addresses that the specification writes with a slash at the end; Nest takes it off. Both spellings are answered. */
const WITH_SLASH = ['/review', '/blog'];

/** The OpenAPI document of everything. */
export function wholeDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Keyturn')
    .setDescription(
      'The store for digital keys: catalogue, cart, checkout and delivery, and the ops calls of its staff. For staff: [guides by task](/docs/tasks). Amounts on the wire are major units with at most two decimals; what ends in `Minor`, in a timeline or the audit log, are minor units (cents).',
    )
    .setVersion('1.0')
    .addServer('/', 'The server of this document')
    // The first field of the Authorize dialog is the one that staff need.
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'X-Ops-Key',
        description:
          'An ops key, created by an owner under “Ops · Access and audit” or by `npm run ops:key`. Stored until this tab is closed.',
      },
      'ops-key',
    )
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token of a logged-in shopper; staff leave it empty. The value of the `tk` cookie; `Bearer <tk>` is accepted too.' },
      'tk',
    );
  for (const [name, description] of tagDescriptions) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), { operationIdFactory: (_controller, method) => method });
  for (const path of WITH_SLASH) {
    const { [path]: methods, ...others } = document.paths;
    if (methods) document.paths = { ...others, [`${path}/`]: methods };
  }
  for (const operation of operationsIn(document)) {
    describeRole(operation);
    // Without it a reader could not tell whether security was forgotten.
    operation.security ??= [];
  }
  return withErrorExamples(withSharedAnswers(document));
}

/**
 * One side of it: the calls of shoppers, providers and machines, or those of staff under /ops. The committed files hold one each,
 * so that the storefront's client contains no ops call. Neither contains the host on which it was written.
 */
export function openApiDocument(app: INestApplication, part: Part = 'shop'): OpenAPIObject {
  const whole = wholeDocument(app);
  const paths = Object.fromEntries(Object.entries(whole.paths).filter(([path]) => path.startsWith('/ops/') === (part === 'ops')));
  const scheme = part === 'ops' ? 'ops-key' : 'tk';
  const document = { ...whole, paths, components: { ...whole.components } };
  const schemas = Object.entries(whole.components?.schemas ?? {});
  const used = namesIn(paths, new Map(schemas));
  document.components.schemas = Object.fromEntries(schemas.filter(([name]) => used.has(name)));
  document.components.securitySchemes = Object.fromEntries(
    Object.entries(whole.components?.securitySchemes ?? {}).filter(([name]) => name === scheme),
  );
  const tags = new Set(operationsIn(document).flatMap((operation) => operation.tags ?? []));
  return { ...document, tags: (whole.tags ?? []).filter(({ name }) => tags.has(name)) };
}

function operationsIn({ paths }: Pick<OpenAPIObject, 'paths'>): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods as Record<string, Operation>));
}

function describeRole(operation: Operation): void {
  const role = operation[OPS_ROLE];
  if (role === undefined) return;
  operation.description = [operation.description, `Role: \`${role}\`.`].filter(Boolean).join('\n\n');
}

/** Names of the schemas that are referenced, directly or by other schemas. */
function namesIn(value: unknown, schemas: ReadonlyMap<string, unknown>, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    if (schemas.has(name)) namesIn(schemas.get(name), schemas, found);
  }
  return found;
}
