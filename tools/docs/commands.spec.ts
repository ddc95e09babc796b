import { expect, test } from '@jest/globals';
import { commandsOf, pages, rowsOf, textOf } from './markdown.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Record<string, unknown>;
  readonly required?: readonly string[];
}
interface Operation {
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
}

const ops = JSON.parse(textOf('openapi/ops.json')) as {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
};

/** `npm run bench`, `npm ci`, `npx nx`: what a command is, without its arguments. */
const headOf = (command: string): string | undefined => /^(?:npm run [\w:-]+|npm \w+|npx \w+)/.exec(command)?.[0];

test('every npm command of a page is in the table of commands, with the test that runs it or the reason why none does', () => {
  const named = new Set(pages.flatMap((page) => commandsOf(page).flatMap((command) => headOf(command) ?? [])));
  const listed = new Set(rowsOf('docs/testing.md').flatMap(([command = '']) => headOf(command) ?? []));
  expect(named.size).toBeGreaterThan(10);
  expect([...named].filter((command) => !listed.has(command))).toEqual([]);
});

test('every body that a page sends to a call of the staff has the fields that the call needs, and no other', () => {
  const calls = pages.flatMap(commandsOf).flatMap((command) => {
    const [, method = '', path = '', body] = /^curl -X (\w+) "\$API(\/ops\/[^"?]+)[^"]*" .*-d '([^']+)'/.exec(command) ?? [];
    return body === undefined ? [] : [{ method, path, body: JSON.parse(body) as object }];
  });
  const problems = calls.flatMap(({ method, path, body }) => {
    const known = Object.keys(ops.paths).filter((template) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));
    const operation = known.map((template) => ops.paths[template]?.[method.toLowerCase()]).find((found) => found !== undefined);
    const schema = operation?.requestBody?.content['application/json']?.schema;
    const { properties = {}, required = [] } = ops.components.schemas[schema?.$ref?.split('/').at(-1) ?? ''] ?? {};
    return [...Object.keys(body).filter((field) => !(field in properties)), ...required.filter((field) => !(field in body))].map(
      (field) => `${method} ${path}: ${field}`,
    );
  });
  expect(calls.length).toBeGreaterThan(8);
  expect(problems).toEqual([]);
});
