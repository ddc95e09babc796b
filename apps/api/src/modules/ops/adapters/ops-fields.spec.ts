import { expect, test } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { FilterField, InstantField, ReasonField } from './ops-fields.ts';

class Query {
  @InstantField('From') from?: string;
  @FilterField('Words') q?: string;
}
class Body {
  @ReasonField('It is broken') reason: string;
}

/** The reported rule, as in the API's answer. */
function refusal(form: typeof Query | typeof Body, sent: object): string | undefined {
  const [error] = validateSync(plainToInstance<object, object>(form, sent), { stopAtFirstError: true });
  return Object.values(error?.constraints ?? {})[0];
}

test.each([
  '2026-11-27',
  '2026-11-27T10:00Z',
  '2026-11-27T10:00:00Z',
  '2026-11-27T10:00:00.123+05:30',
  '1000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2028-02-29',
])('"%s" is a moment', (from) => {
  expect(refusal(Query, { from })).toBeUndefined();
});

test.each([
  '2026-W48',
  '2026-W48-5',
  '2026-331',
  '2026-11',
  '20261127T100000Z',
  '2026-11-27T10:00',
  '2026-11-27T24:00:00Z',
  '2026-11-27T10:00:00,5Z',
  '2026-11-27T10:00:00+99:99',
  '2026-02-30',
  '2026-02-29T10:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  'soon',
  20261127,
  ['2026-11-27'],
])('%j is none', (from) => {
  expect(refusal(Query, { from })).toBe('This must be a time such as 2026-11-21T08:00:00Z.');
});

test.each([
  [{}, 'The reason is needed.'],
  [{ reason: null }, 'The reason is needed.'],
  [{ reason: '  ' }, 'The reason is needed.'],
  [{ reason: 7 }, 'The reason must be text.'],
  [{ reason: { toString: 1 } }, 'The reason must be text.'],
  [{ reason: 'a'.repeat(301) }, 'The reason must be at most 300 characters long.'],
  [{ reason: 'a\nb' }, 'The reason must be one line of text.'],
])('of %j the first error is reported: %s', (sent, message) => {
  expect(refusal(Body, sent)).toBe(message);
});

test('for a filter given twice the message asks for one text, not for a shorter one', () => {
  expect(refusal(Query, { q: ['a', 'b'] })).toBe('This filter must be one text.');
});
