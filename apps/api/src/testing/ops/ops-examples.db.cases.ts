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
  function bodiesOf({ requestBody }: Operation): (object | undefined)[] {
    const content = requestBody?.content['application/json'];
    if (content === undefined) return [undefined];
    const named = Object.values(content.examples ?? {}).map(({ value }) => value as object);
    return named.length > 0 ? named : [(content.example ?? filledIn(content.schema)) as object];
  }

  /** The address that Swagger UI calls as it stands, empty fields included, with `changed` in the place of parameters of these names. */
  function addressOf(
    { path, parameters = [] }: Operation & { readonly path: string },
    changed: Readonly<Record<string, string>> = {},
  ): string {
    const value = ({ example, schema = {} }: Parameter) => String(example === undefined ? filledIn(schema) : example);
    const query = parameters.filter(
      (one) => one.in === 'query' && (one.example ?? one.schema?.example ?? one.schema?.default) !== undefined,
    );
    const address = parameters
      .filter((one) => one.in === 'path')
      .reduce((url, one) => url.replace(`{${one.name}}`, encodeURIComponent(value(one))), path);
    return `${address}?${new URLSearchParams(query.map((one): [string, string] => [one.name, changed[one.name] ?? value(one)]))}`;
  }

  /** Sends what stands in the form of Swagger UI. */
  async function execute(operation: (typeof operations)[number], url: string, body: object | undefined) {
    const { method, path, requestBody } = operation;
    const content = requestBody?.content['multipart/form-data'];
    return content ? sendForm(shop, owner, method, url, await form(content.schema, path)) : callOps(shop, owner, method, url, body);
  }

  /** A hash of the rows of every table, but for the ops keys and the limits: both note that a call was made. */
  async function everyRow(): Promise<Record<string, string>> {
    const { rows } = await shop.database.query<{ name: string; hash: string }>(
      `select table_name as name, md5(query_to_xml(format('select md5(string_agg(md5(t::text), %L order by md5(t::text))) as h from %I t',
        '', table_name), false, true, '')::text) as hash
      from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('ops_key', 'rate_limit')`,
    );
    return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
  }

  test('each call that changes something has an empty reason in its form, and as it stands is refused for it and changes nothing', async () => {
    const before = await everyRow();
    expect(Object.keys(before).length).toBeGreaterThan(20);
    const writes = operations.filter(({ method }) => method !== 'GET');
    expect(writes.length).toBeGreaterThan(60);
    for (const operation of writes)
      for (const body of bodiesOf(operation)) {
        const { operationId, parameters = [] } = operation;
        const inQuery = parameters.find(({ name }) => name === 'reason');
        const shown = inQuery ? (inQuery.example ?? inQuery.schema?.example) : (body as { reason?: unknown } | undefined)?.reason;
        expect([operationId, shown]).toEqual([operationId, '']);
        const answer = await execute(operation, addressOf(operation), body);
        const fields = answer.json<{ details?: { field: string; message: string }[] }>().details;
        expect([operationId, answer.statusCode, fields]).toEqual([
          operationId,
          400,
          expect.arrayContaining([{ field: 'reason', message: 'The reason is needed.' }]),
        ]);
      }
    expect(await everyRow()).toEqual(before);
  });

  test('what Swagger UI fills in works with a reason, as it is otherwise; only an id of something that is not there is not found', async () => {
    const answers: string[] = [];
    for (const operation of operations) {
      const { operationId, parameters = [] } = operation;
      const [example] = bodiesOf(operation);
      const body = Object.hasOwn(Object(example), 'reason') ? { ...example, reason: 'a test' } : example;
      const answer = await execute(operation, addressOf(operation, { reason: 'a test' }), body);
      const inPath = parameters.filter((one) => one.in === 'path');
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
      ['releaseProductStock', true],
      ['releaseStock', true],
      ['startImport', true],
      ['uploadKeys', true],
    ]);
  });
}
