import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { picker } from '../../../apps/api/src/testing/campaigns/chance.ts';
import { root } from '../../shared/paths.ts';

/** A request as it goes over the line. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const STRANGE = [
  '\0',
  '\ud800',
  '__proto__',
  "' or 1=1 --",
  '%00%0d%0a',
  '../../etc/passwd',
  '${7*7}',
  '9'.repeat(400),
  '-1e999',
  'NaN',
  '\\',
  '%',
  'what? ?? $1 :name',
  'a'.repeat(5000),
];
const OTHER_TYPES = ['text/plain', 'application/xml', 'multipart/form-data; boundary=x'];
const HOSTILE = join(root, '..', 'shared', 'data', 'hostile');

/** Texts of the collections beside the repository; none where those are missing. */
export function collectedTexts(): string[] {
  if (!existsSync(HOSTILE)) return [];
  const read = (name: string) =>
    JSON.parse(readFileSync(join(HOSTILE, name), 'utf8')) as (string | { address?: string; payload?: string })[];
  const texts = ['naughty-strings.json', 'xss-payloads.json', 'email-isemail.json', 'sanitiser-cases.json'].flatMap(read);
  return texts.map((one) => (typeof one === 'string' ? one : (one.address ?? one.payload ?? '')));
}

/** Requests to every operation of both documents, with values that follow `next`; some are nearly right, most are not.
 * @param collected texts that stand in them beside a few of our own. */
export function fuzzer(next: () => number, collected: readonly string[]): () => RawRequest {
  const pick = picker(next);
  const texts = [...STRANGE, ...collected];
  const documents = ['openapi.json', 'ops.json'].map((name) => JSON.parse(readFileSync(join(root, 'openapi', name), 'utf8')) as Described);
  const operations = documents.flatMap(({ paths, components }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation, components })),
    ),
  );
  const text = () => (next() < 0.2 ? String(Math.floor(next() * 100)) : pick(texts));
  const anything = (depth: number): unknown => {
    const kind = Math.floor(next() * (depth > 0 ? 7 : 5));
    if (kind < 2) return text();
    if (kind === 2) return pick([0, -1, 1.5, 1e308, -0, 2 ** 53, null, true, false]);
    if (kind < 5) return pick([{}, [], '', null]);
    if (kind === 5) return Array.from({ length: Math.floor(next() * 4) }, () => anything(depth - 1));
    return Object.fromEntries(Array.from({ length: Math.floor(next() * 4) }, () => [text(), anything(depth - 1)]));
  };
  const valueOf = (given: Schema, schemas: Described['components']['schemas'], depth = 4): unknown => {
    const schema = given.$ref === undefined ? given : (schemas[given.$ref.split('/').at(-1) ?? ''] ?? {});
    if (depth === 0 || next() < 0.25) return anything(2);
    if (schema.enum && next() < 0.7) return pick(schema.enum);
    if (schema.properties) {
      const entries = Object.entries(schema.properties).filter(() => next() < 0.9);
      return Object.fromEntries(entries.map(([name, property]) => [name, valueOf(property, schemas, depth - 1)]));
    }
    if (schema.items) return Array.from({ length: Math.floor(next() * 4) }, () => valueOf(schema.items ?? {}, schemas, depth - 1));
    if (schema.type === 'integer' || schema.type === 'number') return pick([1, 0, 7, -1, 1e9, 1.5]);
    return text();
  };
  return () => {
    const { path, method, operation, components } = pick(operations);
    const query = (operation.parameters ?? []).filter((one) => one.in === 'query' && next() < 0.5);
    const filled = path.replaceAll(/\{[^}]+\}/g, () => encoded(text()));
    const content = operation.requestBody?.content ?? {};
    const type = Object.keys(content)[0] ?? 'application/json';
    const body = type in content ? JSON.stringify(valueOf(content[type]?.schema ?? {}, components.schemas)) : '';
    return {
      method: method.toUpperCase(),
      path: query.length === 0 ? filled : `${filled}?${query.map(({ name }) => `${name}=${encoded(text())}`).join('&')}`,
      headers: body === '' ? {} : typed(next() < 0.9 ? type : pick(OTHER_TYPES)),
      body: next() < 0.03 ? body.slice(0, body.length / 2) : body,
    };
  };
}

const typed = (type: string): Record<string, string> => ({ 'content-type': type });

/** What may stand in a request line; half of a surrogate pair may not. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .slice(0, 2000)
    .replace(/%[\dA-F]?$/, '');
}
