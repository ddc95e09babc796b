import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { openApiDocument } from '../../platform/http/openapi/openapi.ts';
import { addProducts } from '../products.ts';
import { salesShop } from '../sales-shop.ts';
import type { TestShop } from '../test-shop.ts';
import { callOps, opsKey, sendForm } from './staff.ts';

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly default?: unknown;
  readonly type?: string;
  readonly format?: string;
}
interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly example?: unknown;
  readonly schema?: Schema;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }>>;
  };
}

/** Of the demo shop: there the examples work, too. */
const GAMES_OF_THE_EXAMPLES = [24532, 38506];

export function opsExamples(): void {
  let shop: TestShop;
  let owner: string;
  let schemas: Readonly<Record<string, Schema>>;
  let operations: readonly (Operation & { readonly path: string; readonly method: Parameters<typeof callOps>[2] })[];

  beforeAll(async () => {
    shop = await salesShop();
    await addProducts(
      shop,
      GAMES_OF_THE_EXAMPLES.map((kinguinId) => ({ kinguinId, keys: 3 })),
    );
    owner = (await opsKey(shop, 'owner')).text;
    const document = openApiDocument(shop.app, 'ops');
    schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Operation>).map(([method, one]) => ({
        ...one,
        path,
        method: method.toUpperCase() as Parameters<typeof callOps>[2],
      })),
    );
  });
  afterAll(() => shop.close());

  /** What Swagger UI fills in by itself. */
  function filledIn(schema: Schema): unknown {
    if (schema.example !== undefined) return schema.example;
    if (schema.default !== undefined) return schema.default;
    if (schema.enum) return schema.enum[0];
    if (schema.$ref) return filledIn(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map(filledIn));
    if (schema.properties) return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, filledIn(inner)]));
    if (schema.items) return [filledIn(schema.items)];
    return schema.type === 'boolean' ? true : schema.type === 'integer' || schema.type === 'number' ? 0 : 'string';
  }

  /** Fields of a form as they stand there, with a picture or a feed for a file. */
  async function form(schema: Schema, path: string): Promise<(readonly [string, string] | readonly [string, Buffer, string])[]> {
    const { properties = {} } = schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
    const picture = await sharp({ create: { width: 40, height: 60, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const isPicture = /cover|screenshots|pictures/.test(path);
    return Object.entries(properties).map(([name, field]) =>
      (field.items ?? field).format === 'binary'
        ? isPicture
          ? ([name, picture, 'picture.png'] as const)
          : ([name, Buffer.from('{}'), path.endsWith('keys') ? 'keys.txt' : 'feed.jsonl'] as const)
        : ([name, String(filledIn(field))] as const),
    );
  }

  /** What Swagger UI fills in for the body of an operation: each of its examples, or the one that it makes of the schema. */
  function bodiesOf({ requestBody }: Operation): unknown[] {
    const content = requestBody?.content['application/json'];
    if (content === undefined) return [];
    const named = Object.values(content.examples ?? {}).map(({ value }) => value);
    return named.length > 0 ? named : [content.example ?? filledIn(content.schema)];
  }

  const addressOf = ({ path, parameters = [] }: (typeof operations)[number]) =>
    parameters
      .filter((one) => one.in === 'path')
      .reduce(
        (url, { name, example, schema = {} }) => url.replace(`{${name}}`, encodeURIComponent(String(example ?? filledIn(schema)))),
        path,
      );

  test('where a reason is asked for, each example leaves it empty, and nothing is done without one', async () => {
    const withReason = operations.flatMap((operation) =>
      bodiesOf(operation)
        .filter((body) => Object.hasOwn(Object(body), 'reason'))
        .map((body) => ({ operation, body: body as { reason: unknown } })),
    );
    expect(withReason.length).toBeGreaterThan(20);
    for (const { operation, body } of withReason) {
      const { operationId, method } = operation;
      expect([operationId, body.reason]).toEqual([operationId, '']);
      const answer = await callOps(shop, owner, method, addressOf(operation), body);
      const fields = answer.json<{ details?: { field: string; message: string }[] }>().details;
      expect([operationId, answer.statusCode, fields]).toEqual([
        operationId,
        400,
        expect.arrayContaining([{ field: 'reason', message: 'The reason is needed.' }]),
      ]);
    }
  });

  test('what Swagger UI fills in works with a reason, as it is otherwise; only an id of something that is not there is not found', async () => {
    const answers: string[] = [];
    for (const { operationId, method, path, parameters = [], requestBody } of operations) {
      const value = ({ example, schema = {} }: Parameter) => (example === undefined ? filledIn(schema) : example);
      const inPath = parameters.filter((one) => one.in === 'path');
      const query = parameters.filter(
        (one) => one.in === 'query' && (one.example ?? one.schema?.example ?? one.schema?.default) !== undefined,
      );
      const address = inPath.reduce((url, one) => url.replace(`{${one.name}}`, encodeURIComponent(String(value(one)))), path);
      const url = `${address}?${new URLSearchParams(query.map((one): [string, string] => [one.name, String(value(one))]))}`;
      const [[kind, content] = []] = Object.entries(requestBody?.content ?? {});
      const example = content && (content.example ?? Object.values(content.examples ?? {})[0]?.value ?? filledIn(content.schema));
      const body = Object.hasOwn(Object(example), 'reason') ? { ...(example as object), reason: 'a test' } : example;
      const answer = await (kind === 'multipart/form-data' && content
        ? sendForm(shop, owner, method, url, await form(content.schema, path))
        : callOps(shop, owner, method, url, kind === 'application/json' ? (body as object) : undefined));
      const empty = inPath.filter((one) => (one.example ?? one.schema?.example ?? one.schema?.enum) === undefined);
      if (empty.length > 0) answers.push(`${operationId}: ${empty.map(({ name }) => name).join()} without an example`);
      const isThere = answer.statusCode < 300 || (inPath.length > 0 && (answer.statusCode === 404 || answer.statusCode === 409));
      if (!isThere) answers.push(`${operationId}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
      // What is to be found by the example of a product is that very product.
      if (inPath.length === 1 && inPath[0]?.name === 'product' && answer.statusCode >= 400)
        answers.push(`${operationId}: ${answer.body.slice(0, 300)}`);
    }
    expect(answers).toEqual([]);
  });

  test('as the forms stand there, a list shows all, and an upload tries itself dry', () => {
    const filled = (one: Parameter) => one.in === 'query' && (one.example ?? one.schema?.example) !== undefined;
    const lists = operations.filter(({ method, parameters = [] }) => method === 'GET' && parameters.some(({ name }) => name === 'limit'));
    expect(lists.length).toBeGreaterThan(10);
    expect(lists.flatMap(({ operationId, parameters = [] }) => parameters.filter(filled).map(({ name }) => [operationId, name]))).toEqual([
      ['opsListProducts', 'q'],
    ]);
    const dry = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.filter(({ name }) => name === 'dryRun').map((one) => [operationId, one.example ?? one.schema?.example]),
    );
    expect(dry.toSorted()).toEqual([
      ['arrangeHome', true],
      ['burnProductStock', true],
      ['burnUpload', true],
      ['startImport', true],
      ['uploadKeys', true],
    ]);
  });
}
