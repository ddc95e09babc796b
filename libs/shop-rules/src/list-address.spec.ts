import { expect, test } from '@jest/globals';
import { callArguments, isChoice, pageAddress, readListQuery, withParameters } from './list-address.ts';

const read = (text: string) => readListQuery(new URLSearchParams(text));

test('genres of any letter case are read once each and in the order of the shop, unknown ones not at all', () => {
  expect(read('genres=action,RPG,Action,Nonsense').genres).toEqual(['Action', 'RPG']);
  expect(read('genres=RPG,Action').genres).toEqual(['Action', 'RPG']);
});

test.each([
  ['', 1],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=1.5', 1],
  ['page=abc', 1],
  ['page=99999999999999999999', 1],
  ['page=12', 12],
])('the address %j asks for page %s', (search, page) => {
  expect(read(search).page).toBe(page);
});

test('a price above 10000 is 10000, and one that is no number is none', () => {
  expect(read('minPrice=free&maxPrice=99999')).toMatchObject({ minPrice: null, maxPrice: 10_000 });
  expect(read('minPrice=-1&maxPrice=1e3')).toMatchObject({ minPrice: null, maxPrice: null });
});

test('an order that the shop does not know is its own order', () => {
  expect(read('sort=priceAsc').sort).toBe('priceAsc');
  expect(read('sort=random').sort).toBeNull();
});

test('a lowest price above the highest filters nothing, and the other filters still do', () => {
  expect(callArguments(read('genres=RPG&minPrice=50&maxPrice=10'), 'Pln', 16)).toEqual({
    page: 1,
    limit: 16,
    currency: 'PLN',
    genres: 'RPG',
  });
  expect(callArguments(read('minPrice=5&maxPrice=5&sort=newest'), 'Eur', 24)).toMatchObject({ minPrice: 5, maxPrice: 5, sort: 'newest' });
});

test('a country of any letter case filters, and what is no country does not', () => {
  expect(callArguments(read('country=pl'), 'Eur', 16)).toMatchObject({ country: 'PL' });
  expect([read('country=Atlantis').country, read('country=ZZ').country, isChoice(read('country=PL'))]).toEqual([null, null, true]);
});

test('a link changes one parameter and keeps the others, foreign ones too', () => {
  expect(withParameters(new URLSearchParams('genres=RPG&page=2&utm_source=mail'), { genres: 'Action,RPG', page: null })).toBe(
    '?genres=Action,RPG&utm_source=mail',
  );
  expect(withParameters(new URLSearchParams('genres=RPG'), { genres: null })).toBe('?');
});

test('the first page has no number in its address', () => {
  expect(pageAddress(new URLSearchParams('genres=RPG&page=2'), 1)).toBe('?genres=RPG');
  expect(pageAddress(new URLSearchParams('genres=RPG&page=2'), 3)).toBe('?genres=RPG&page=3');
});
