import type { TestShop } from '../test-shop.ts';
import type { Call } from './valid-calls.ts';
import type { Operation } from './schema.ts';
import { type Attack, INHERITED } from './wrong-values.ts';

export interface Answer {
  readonly status: number;
  /** The fields that `details` name. */
  readonly named: readonly string[];
  /** The whole body. */
  readonly text: string;
  readonly etag: string | null;
  readonly location: string | null;
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>;
}

export async function send(shop: TestShop, operation: Operation, call: Call): Promise<Answer> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(call.parameters?.[name] ?? ''));
  const { payload, type } = call.raw ?? payloadOf(operation, call.body);
  const answer = await shop.app.inject({
    method: operation.method,
    url: `${path}${queryText(call.query ?? {})}`,
    headers: { ...call.headers, ...(payload !== undefined && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
    ...(call.remoteAddress !== undefined && { remoteAddress: call.remoteAddress }),
  });
  const details = answer.statusCode >= 400 ? (JSON.parse(answer.body || '{}') as { details?: { field: string }[] }).details : undefined;
  return {
    status: answer.statusCode,
    named: (details ?? []).map(({ field }) => field),
    text: answer.body,
    etag: answer.headers.etag ?? null,
    location: answer.headers.location ?? null,
    headers: answer.headers,
  };
}

/** The call with one thing wrong. */
export function attacked(call: Call, { place, field, value }: Attack): Call {
  switch (place) {
    case 'type': {
      const isJson = !String(value).includes('urlencoded');
      const body = Object(call.body) as Record<string, string>;
      return {
        ...call,
        raw: { type: value as string, payload: isJson ? JSON.stringify(body) : `${new URLSearchParams(body).toString()}&a=%00` },
      };
    }
    case 'whole':
      return { ...call, body: value };
    case 'body':
      return { ...call, body: changed(call.body ?? {}, field === '' ? [''] : field.split('.'), value) };
    case 'query':
      return { ...call, query: { ...call.query, [field]: value as string } };
    case 'path':
      return { ...call, parameters: { ...call.parameters, [field]: value as string } };
    case 'header': {
      const others = Object.entries(call.headers ?? {}).filter(([name]) => name.toLowerCase() !== field.toLowerCase());
      return { ...call, headers: { ...Object.fromEntries(others), [field.toLowerCase()]: value as string } };
    }
  }
}

/** A copy with another value at `path`; maps without a prototype keep `__proto__` a name like any other. */
function changed(target: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const entries = new Map(Object.entries(Object(target)));
  if (rest.length > 0) entries.set(name, changed(entries.get(name) ?? {}, rest, value));
  else if (value === undefined) entries.delete(name);
  else entries.set(name, value);
  if (Array.isArray(target)) return [...entries.values()];
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, inner] of entries) copy[key] = inner;
  return copy;
}

function payloadOf(operation: Operation, body: unknown): { payload?: string; type: string } {
  if (body === undefined) return { type: '' };
  if (!operation.isForm) return { payload: JSON.stringify(body), type: 'application/json' };
  const parts = Object.entries(Object(body)).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)] as const));
  const text = parts.map(([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('');
  return { payload: `${text}--edge--\r\n`, type: 'multipart/form-data; boundary=edge' };
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encoded(String(one))}`),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** A lone surrogate cannot be escaped: sent as a replacement. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/**
 * Whether `details` lead to what is wrong: the field itself, what holds it, or what is in it. `body` is enough where it could not be read
 * at all: for a name that reaches into the objects of the program, or for none.
 */
export function isNamed(field: string, named: readonly string[]): boolean {
  const isUnreadable = field === '' || INHERITED.some((name) => name === field);
  return named.some(
    (name) => name === field || name.startsWith(`${field}.`) || field.startsWith(`${name}.`) || (isUnreadable && name === 'body'),
  );
}
