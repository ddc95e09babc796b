import fc from 'fast-check';
import type { Field, Operation, Schema } from './schema.ts';

/** A value that must be refused, or one that is merely strange and must do no harm. */
export interface Attack {
  readonly place: 'body' | 'query' | 'path' | 'header' | 'whole' | 'type';
  readonly field: string;
  readonly what: string;
  /** `undefined` leaves the field out. */
  readonly value: unknown;
  readonly mustBeRefused: boolean;
}

/** Properties of every JavaScript object. */
export const INHERITED = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON'] as const;
const UNSTORABLE = ['\u0000', 'a\u0000b', '\ud800', 'x\udfffy'] as const;
const STRANGE = [
  '\u202egpj.exe',
  '\u0007\u001b[31m',
  "' or 1=1 --",
  '%00%0d%0a',
  'what? ?? $1 :name',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  'ß'.normalize('NFD') + 'İı',
  '👩‍👩‍👧‍👦'.repeat(20),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A',
  '9'.repeat(40),
  '-1e999',
  'NaN',
  '\\',
  '%',
  '_',
] as const;
const NO_EMAILS = [
  'ada',
  'ada@',
  '@example.com',
  'ada@exa mple.com',
  'ada@-.com',
  'a@b@c.de',
  'ada@example.com\n',
  'ädä@example.com\r\nBcc: x@y.z',
];

/** What a field must not be, by its description. */
function refused(field: Field): fc.Arbitrary<[what: string, value: unknown]> {
  const { schema, isRequired } = field;
  const wrong: fc.Arbitrary<[string, unknown]>[] = [pick('wrong type', wrongTypes(schema))];
  if (isRequired) wrong.push(fc.constant(['missing', undefined]));
  if (isRequired && !schema.nullable) wrong.push(fc.constant(['null', null]));
  if (isText(schema)) wrong.push(pick('control character', UNSTORABLE));
  if (schema.type === 'string' && schema.maxLength !== undefined) {
    const least = schema.maxLength + 1;
    wrong.push(fc.integer({ min: least, max: least * 4 }).map((length) => ['too long', 'x'.repeat(length)]));
  }
  if (schema.type === 'string' && (schema.minLength ?? 0) > 0)
    wrong.push(pick('too short', ['', ' '.repeat(schema.minLength ?? 1)].slice(0, 1)));
  if (schema.format === 'email')
    wrong.push(
      pick(
        'no e-mail',
        NO_EMAILS.filter((text) => text.trim() !== 'ada@example.com'),
      ),
    );
  if (schema.enum) wrong.push(fc.string({ minLength: 3 }).map((text) => ['no member', `no ${text}`]));
  if (schema.type === 'integer' || schema.type === 'number')
    wrong.push(
      pick('out of range', [
        ...(schema.minimum === undefined ? [] : [schema.minimum - 1]),
        ...(schema.maximum === undefined ? [] : [schema.maximum + 1, Number.MAX_VALUE]),
        ...(schema.type === 'integer' ? [1.5, 1e-9] : []),
        'NaN',
      ]),
    );
  // Validation of nested objects looks into a list within a list, and finds nothing wrong with an empty one.
  if (schema.type === 'array') wrong.push(pick('wrong entry', [[[]], [null]]));
  if (schema.maxItems !== undefined) wrong.push(fc.constant(['too many', Array.from({ length: schema.maxItems + 1 }, (_, at) => `${at}`)]));
  return fc.oneof(...wrong);
}

/** A kinguinId may come as the number that it is: 1.5 is none. */
function wrongTypes(schema: Schema): unknown[] {
  const all: [type: string, value: unknown][] = [
    ['number', 1.5],
    ['boolean', true],
    ['array', []],
    ['array', ['a', 'b']],
    ['array', [['deep']]],
    ['object', { length: 3, toString: 'x' }],
    ['object', { a: { b: [] } }],
    ['string', 'text'],
  ];
  const type = schema.oneOf ? 'string' : schema.type;
  return all.filter(([kind]) => kind !== type && !(type === 'integer' && kind === 'number')).map(([, value]) => value);
}

function isText(schema: Schema): boolean {
  return schema.type === 'string' || schema.type === undefined;
}

/** Made once: to build the alphabet of graphemes takes longer than to draw from it. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...STRANGE),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);

const pick = (what: string, values: readonly unknown[]): fc.Arbitrary<[string, unknown]> =>
  fc.constantFrom(...values).map((value): [string, unknown] => [what, value]);

const fieldName = ({ path }: Field) => path.join('.');

/** The types in which a form of any page, or a careless client, sends what should be JSON. */
const WRONG_TYPES = ['application/x-www-form-urlencoded', 'text/plain', 'application/xml', 'application/json-seq', ''] as const;

/** Calls that ignore an invalid token. */
const IGNORES_BAD_TOKENS: ReadonlySet<string> = new Set(['verifyEmail', 'validateCart']);

/** Everything that can be wrong with one call. `isBadInQuery` says which texts a query parameter has no meaning for. */
export function attacksOn(operation: Operation): fc.Arbitrary<Attack> {
  const attack =
    (place: Attack['place'], field: string, mustBeRefused: boolean) =>
    ([what, value]: readonly [string, unknown]): Attack => ({
      place,
      field,
      what,
      value,
      mustBeRefused,
    });
  const all: fc.Arbitrary<Attack>[] = [];
  for (const field of operation.body) {
    if (isFreeForm(field)) continue;
    const name = fieldName(field);
    if (operation.isForm) {
      if (field.schema.format === 'binary') continue;
      all.push(
        refused({ ...field, schema: { ...field.schema } })
          .filter(([, value]) => isFormValue(value))
          .map(attack('body', name, true)),
      );
    } else all.push(refused(field).map(attack('body', name, true)));
    if (isText(field.schema)) all.push(strange.map((value) => attack('body', name, false)(['strange', value])));
  }
  if (operation.body.length > 0) {
    all.push(fc.constantFrom(...INHERITED, 'isAdmin', '').map((name) => attack('body', name, true)(['unknown field', 'x'])));
    all.push(pick('wrong content type', WRONG_TYPES).map(attack('type', 'content-type', true)));
    if (!operation.isForm) all.push(pick('no object', [[], 'text', 7, null, true, [{}]]).map(attack('whole', 'body', true)));
  }
  for (const field of operation.query) {
    const name = fieldName(field);
    const bad: unknown[] = [['1', '2'], ...UNSTORABLE.slice(0, 2)];
    if (field.schema.type === 'integer') bad.push('abc', '-1', '1.5', '1e3', '0x10', '9'.repeat(30), '0');
    if (field.schema.type === 'number') bad.push('abc', '-1', '1e3', 'Infinity', '9'.repeat(30));
    if (field.schema.enum || name === 'currency') bad.push('no such', 'constructor', '__proto__');
    if (name === 'genres') bad.push('No Such Genre', 'Action,__proto__', 'x'.repeat(2000));
    all.push(pick('wrong query', bad).map(attack('query', name, true)));
    all.push(strange.map((value) => attack('query', name, false)(['strange', value])));
  }
  for (const field of operation.parameters) {
    const name = fieldName(field);
    all.push(pick('control character', ['\u0000', 'a\u0000b']).map(attack('path', name, true)));
    if (field.schema.enum) all.push(pick('no member', ['nothing', 'constructor', '__proto__']).map(attack('path', name, true)));
    all.push(
      fc
        .oneof(strange, fc.constantFrom(...INHERITED, 'x'.repeat(400), 'x'.repeat(900)))
        .map((value) => attack('path', name, false)(['strange', value])),
    );
  }
  for (const field of operation.headers)
    all.push(
      pick('wrong header', ['short', 'x'.repeat(300), 'with blank in it', 'ünïcode-header', '']).map(
        attack('header', fieldName(field), true),
      ),
    );
  if (operation.takesToken)
    all.push(
      pick('wrong token', ['null', 'Bearer x', 'a.b.c', `${'x'.repeat(2000)}`, 'Basic YTpi', '{}']).map(
        attack('header', 'Authorization', !IGNORES_BAD_TOKENS.has(operation.id)),
      ),
    );
  // Unknown parameters are ignored.
  all.push(
    fc.constantFrom(...INHERITED, 'utm_source', 'a[b]', 'page[]').map((name) => attack('query', name, false)(['unknown parameter', 'x'])),
  );
  all.push(
    fc
      .constantFrom('Idempotency-Key', 'X-Request-Id', 'Cookie', 'If-None-Match', 'Accept-Encoding', 'X-Forwarded-For')
      .map((name) => attack('header', name, false)(['strange header', '"x", \u00ff=; browser=%zz; captcha=;'])),
  );
  return fc.oneof(...all);
}

/** The contract: other fields of a cart line are accepted and ignored. */
function isFreeForm({ path, schema }: Field): boolean {
  return schema.additionalProperties === true || path.includes('prices');
}

function isFormValue(value: unknown): boolean {
  // A form is bytes: half a surrogate cannot be written in it.
  if (typeof value === 'string') return value.isWellFormed();
  return value === undefined || (Array.isArray(value) && value.length > 1 && value.every((part) => typeof part === 'string'));
}
