import { expect, test } from '@jest/globals';
import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateIf, ValidateNested, validateSync } from 'class-validator';
import { IsAmount } from './fields.ts';
import { InputValidation, StorableText } from './validation.ts';

const storable = new StorableText();
const refusedField = (value: unknown, data?: string) => {
  try {
    storable.transform(value, { type: 'body', data });
    return null;
  } catch (error) {
    return (error as { getResponse(): { details: { field: string }[] } }).getResponse().details[0]?.field;
  }
};
const bare = (entries: object): object => Object.assign(Object.create(null) as object, entries);
class Form {
  constructor(readonly email: string) {}
}

test.each([
  ['an object', { email: 'a\0' }, 'email'],
  ['an object without a prototype, as parsers of forms make them', bare({ email: 'a\0' }), 'email'],
  ['an object of a class', new Form('a\ud800'), 'email'],
  ['one of these in a list', { data: [bare({ name: ['x', '\0'] })] }, 'data.0.name.1'],
  ['a name of a field', bare({ data: bare({ 'a\0': 1 }) }), 'data'],
  ['a text alone', '\0', 'body'],
])('what cannot be stored is refused in %s', (_what, value, field) => {
  expect(refusedField(value)).toBe(field);
});

test('bytes are not checked as text, and well-formed input is passed on unchanged', () => {
  for (const value of [Buffer.from('a\0'), bare({ email: 'Ada Løv 👩‍👧' }), null, undefined, 7]) {
    expect(storable.transform(value, { type: 'body' })).toBe(value);
  }
});

class Pieces {
  @IsOptional() @IsInt() count?: number;
}

class Refund {
  @IsString() reason: string;
  @IsOptional() @IsInt() goodwill?: number;
  @ValidateIf((_body, value) => value !== null) @IsString() note: string | null;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Pieces) pieces?: Pieces[];
  @IsOptional() more?: object;
}

test('null of a field that may be left out is as if it was, unless null means something', async () => {
  const more = { constructor: null, list: [bare({ count: null })] };
  const body = { reason: 'a', goodwill: null, note: null, pieces: [{ count: null }, { count: 1 }], more };
  const read = await new InputValidation().transform(body, { type: 'body', metatype: Refund });
  expect(read).toEqual(
    Object.assign(new Refund(), { reason: 'a', note: null, pieces: [new Pieces(), Object.assign(new Pieces(), { count: 1 })], more }),
  );
});

test.each([
  [{ reason: 'a', note: null, goodWil: 1 }, 'goodWil', 'There is no field "goodWil" here. Did you mean "goodwill"?'],
  [
    { reason: 'a', note: null, colour: 1 },
    'colour',
    'There is no field "colour" here. This call takes: reason, goodwill, note, pieces, more.',
  ],
])('an unknown field of a body is refused with the nearest right name: %j', async (body, field, message) => {
  const refused = new InputValidation().transform(body, { type: 'body', metatype: Refund });
  await expect(refused).rejects.toMatchObject({ response: { message, details: [{ field, message }] } });
});

class Priced {
  @IsAmount() amount: unknown;
}

test.each([
  [0, true],
  [0.29, true],
  [9_999_999.99, true],
  [-1.5, true],
  [0.125, false],
  [0.1 + 0.2, false],
  [1e-7, false],
  [5e-324, false],
  [NaN, false],
  [Infinity, false],
  ['5', false],
  [null, false],
])('%p is an amount with two decimals at most: %p', (amount, isOne) => {
  const errors = validateSync(Object.assign(new Priced(), { amount }));
  expect(errors.flatMap(({ constraints = {} }) => Object.values(constraints))).toEqual(
    isOne ? [] : ['amount must be an amount with two decimals at most.'],
  );
});
