import { expect, test } from '@jest/globals';
import { isSearchable, searchPattern } from './search-pattern.ts';

test.each([
  ['ada', '%ada%'],
  ['Li Na', '%Li Na%'],
  ['a.b@c', '%a.b@c%'],
  [String.raw`100%_\ `, String.raw`%100\%\_\\ %`],
  ['Li', 'Li'],
  ['王芳', '王芳'],
  ['4%', String.raw`4\%`],
])('%j is searched as %j', (text, pattern) => {
  expect(searchPattern(text)).toBe(pattern);
});

test('a short text in a list of values is one whole value', () => {
  expect([searchPattern('V2', '"'), searchPattern('Moon', '"')]).toEqual(['%"V2"%', '%Moon%']);
});

test('what has neither a letter nor a digit cannot be searched', () => {
  expect(['a', '王', '7', '--', '%%%', ' '].map(isSearchable)).toEqual([true, true, true, false, false, false]);
});
