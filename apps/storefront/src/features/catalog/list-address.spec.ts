import { expect, test } from '@jest/globals';
import { readListQuery, withParameters } from './list-address.ts';

test('genres of any letter case are read once each, unknown ones not at all', () => {
  expect(readListQuery(new URLSearchParams('genres=action,RPG,Action,Nonsense')).genres).toEqual(['Action', 'RPG']);
});

test.each([
  ['', 1],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=1.5', 1],
  ['page=abc', 1],
  ['page=12', 12],
])('the address %j asks for page %s', (search, page) => {
  expect(readListQuery(new URLSearchParams(search)).page).toBe(page);
});

test('a price above 10000 is 10000, and one that is no number is none', () => {
  expect(readListQuery(new URLSearchParams('minPrice=free&maxPrice=99999'))).toMatchObject({ minPrice: null, maxPrice: 10_000 });
});

test('a link changes one parameter and keeps the others', () => {
  expect(withParameters(new URLSearchParams('genres=RPG&page=2'), { page: '3' })).toBe('?genres=RPG&page=3');
  expect(withParameters(new URLSearchParams('genres=RPG'), { genres: null })).toBe('?');
});
