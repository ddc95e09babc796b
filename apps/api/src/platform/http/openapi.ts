import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Config } from '../config/config.ts';

/** The OpenAPI document. The committed copy names no server, so that it does not depend on where it was written. */
export function openApiDocument(app: INestApplication, apiOrigin?: string): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Keyturn')
    .setDescription(
      'The store for digital keys: catalogue, cart, checkout and delivery. Amounts on the wire are major units with at most two decimals.',
    )
    .setVersion('1.0')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The value of the `tk` cookie; `Bearer <tk>` is accepted too.' },
      'tk',
    );
  if (apiOrigin !== undefined) builder.addServer(apiOrigin);
  return SwaggerModule.createDocument(app, builder.build(), { operationIdFactory: (_controller, method) => method });
}

export function describeApi(app: INestApplication, config: Config): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app, config.apiOrigin), {
    jsonDocumentUrl: 'docs-json',
    customSiteTitle: 'Keyturn API',
    swaggerOptions: { persistAuthorization: false, displayRequestDuration: true },
  });
}
