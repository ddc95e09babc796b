import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OPS_ROLE, openApiDocument } from '../../platform/http/openapi/openapi.ts';
import { addProducts } from '../products.ts';
import { salesShop } from '../sales-shop.ts';
import type { TestShop } from '../test-shop.ts';
import { validWrites } from './valid-writes.ts';
import { callOps, opsKey, sendForm } from './staff.ts';

const DAY_MS = 86_400_000;
type Method = Parameters<typeof callOps>[2];

interface Operation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly role: string;
  readonly described: {
    summary?: string;
    parameters?: { name: string; description?: string }[];
    tags?: string[];
    requestBody?: object;
    responses: Record<string, { description?: string; content?: Record<string, { example?: unknown; examples?: unknown }> }>;
  };
}
const isWrite = ({ method }: Operation) => method !== 'GET';

type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  example?: unknown;
  enum?: unknown;
  default?: unknown;
  type?: string;
  items?: Schema;
  required?: string[];
};

export function opsWalk(): void {
  let shop: TestShop;
  let operations: Operation[];
  let keys: Record<'viewer' | 'owner' | 'expired' | 'revoked', string>;

  beforeAll(async () => {
    shop = await salesShop();
    await addProducts(shop, [{ kinguinId: 1, keys: 40 }]);
    operations = operationsOf(shop);
    const expired = await opsKey(shop, 'owner', { days: 1 });
    shop.clock.advance(DAY_MS);
    const [viewer, owner, revoked] = [await opsKey(shop, 'viewer'), await opsKey(shop, 'owner'), await opsKey(shop, 'owner')];
    await callOps(shop, owner.text, 'POST', `/ops/access/keys/${revoked.id}/revoke`, { reason: 'test' });
    keys = { viewer: viewer.text, owner: owner.text, expired: expired.text, revoked: revoked.text };
  });
  afterAll(() => shop.close());
  const statusOf = async ({ method, path }: Operation, key: string | null) => {
    const answer = await callOps(shop, key, method, path.replaceAll(/\{\w+\}/g, 'nothing'), method === 'GET' ? undefined : {});
    return answer.statusCode;
  };

  test('every address under /ops is described, and every described one names its role', () => {
    expect(operations.length).toBeGreaterThanOrEqual(4);
    expect(operations.filter(({ role }) => !role).map(({ id }) => id)).toEqual([]);
  });

  test('without a key, and with one that has expired or was revoked, every ops call is 401', async () => {
    for (const operation of operations)
      for (const key of [null, 'keyturn_ops_guess', keys.expired, keys.revoked])
        expect([operation.id, await statusOf(operation, key)]).toEqual([operation.id, 401]);
  });

  test('with the key of a viewer every write is 403', async () => {
    for (const operation of operations.filter(isWrite))
      expect([operation.id, await statusOf(operation, keys.viewer)]).toEqual([operation.id, 403]);
  });

  test('a call is refused to every role but its own and the owner', async () => {
    const others = { support: await opsKey(shop, 'support'), catalogue: await opsKey(shop, 'catalogue') };
    for (const operation of operations)
      for (const [role, { text }] of Object.entries(others)) {
        const isRefused = operation.role !== 'viewer' && operation.role !== role;
        expect([operation.id, role, (await statusOf(operation, text)) === 403]).toEqual([operation.id, role, isRefused]);
      }
  });

  test('every write leaves a line with its reason in the audit log, and what is refused leaves none', async () => {
    const lines = async () => Number((await shop.database.query('select count(*) as count from audit_line')).rows[0]?.count);
    const latestReason = async () =>
      (await shop.database.query<{ reason: string | null }>('select reason from audit_line order by id desc limit 1')).rows[0]?.reason;
    for (const operation of operations.filter(isWrite)) {
      const good = await validWrites[operation.id]?.(shop);
      if (good === undefined) throw new Error(`${operation.id} has no good call in good-writes.ts.`);
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(good.path?.[name] ?? 'nothing'));
      const url = good.query === undefined ? path : `${path}?${new URLSearchParams(good.query).toString()}`;
      const call = async (key: string) =>
        good.form === undefined
          ? callOps(shop, key, operation.method, url, good.body)
          : sendForm(shop, key, operation.method, url, good.form);
      const before = await lines();
      await call(keys.viewer);
      expect([operation.id, await lines()]).toEqual([operation.id, before]);
      const answer = await call(keys.owner);
      expect([operation.id, answer.statusCode < 300 ? 'done' : answer.body]).toEqual([operation.id, 'done']);
      expect(Object.keys(operation.described.responses)).toContain(String(answer.statusCode));
      expect([operation.id, (await lines()) > before]).toEqual([operation.id, true]);
      const { reason } = { ...good.query, ...good.body } as { reason?: string };
      expect([operation.id, await latestReason()]).toEqual([operation.id, reason]);
    }
  });

  test('Swagger UI reads like a manual: a sentence and a task for every call, an example for every body and every error', () => {
    const document = openApiDocument(shop.app, 'ops');
    const described = new Set((document.tags ?? []).filter(({ description }) => description).map(({ name }) => name));
    for (const { id, described: operation } of operations) {
      expect([id, (operation.parameters ?? []).filter(({ description }) => !description).map(({ name }) => name)]).toEqual([id, []]);
      expect([id, operation.summary?.length ?? 0]).not.toEqual([id, 0]);
      expect([id, operation.tags?.filter((tag) => described.has(tag)).length]).toEqual([id, 1]);
      const errors = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
      expect([id, errors.map(([status]) => status)]).toEqual([id, expect.arrayContaining(['401', '403', '429'])]);
      for (const [status, { content, description = '' }] of errors) {
        // Documented, and each half of it once.
        const halves = description.toLowerCase().split('; or ');
        expect([id, status, description, halves.length]).toEqual([id, status, expect.stringMatching(/^[A-Z]/), new Set(halves).size]);
        const media = content?.['application/json'];
        expect([id, status, (media?.example ?? media?.examples) !== undefined]).toEqual([id, status, true]);
      }
    }
    expect(withoutExample(document.components?.schemas ?? {}, operations)).toEqual([]);
  });
}

function operationsOf({ app }: TestShop): Operation[] {
  return Object.entries(openApiDocument(app, 'ops').paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation['described'] & { operationId: string; [OPS_ROLE]: string }>).map(
      ([method, described]) => ({
        id: described.operationId,
        method: method.toUpperCase() as Method,
        path,
        role: described[OPS_ROLE],
        described,
      }),
    ),
  );
}

/** Fields of request bodies for which Swagger UI would have to make something up. */
function withoutExample(schemas: object, all: readonly Operation[]): string[] {
  const missing: string[] = [];
  const look = (schema: Schema, path: string): void => {
    const name = schema.$ref?.split('/').at(-1);
    const known = name === undefined ? schema : ((schemas as Record<string, Schema>)[name] ?? {});
    if (known.example !== undefined || known.enum !== undefined || known.default !== undefined || known.type === 'boolean') return;
    if (known.properties) for (const [field, inner] of Object.entries(known.properties)) look(inner, `${path}.${field}`);
    else if (known.items) look(known.items, `${path}[]`);
    else missing.push(path);
  };
  for (const { id, described } of all) {
    const content =
      (described.requestBody as { content?: Record<string, { schema: Schema; example?: unknown; examples?: unknown }> } | undefined)
        ?.content ?? {};
    for (const [kind, { schema, example, examples }] of Object.entries(content))
      if (kind === 'application/json' && example === undefined && examples === undefined) look(schema, id);
  }
  return missing;
}
