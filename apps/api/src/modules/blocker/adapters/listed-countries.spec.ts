import { expect, test } from '@jest/globals';
import { isCountryCode, nearestCountry } from './listed-countries.ts';

test.each([
  ['UK', 'GB'],
  ['uk', 'GB'],
  ['EL', 'GR'],
  ['GBR', 'GB'],
  ['DEU', 'DE'],
  ['USA', 'US'],
  ['Germany', 'DE'],
  ['great britain', 'GB'],
  ['Polnad', 'PL'],
  ['Nigeria', 'NG'],
  ['Nigr', 'NE'],
  [' Czechia ', 'CZ'],
  // Nothing is near.
  ['XX', null],
  ['ZZZ', null],
  ['Pari', null],
  ['', null],
  ['Atlantis', null],
  ['constructor', null],
])('by %j %s is meant', (text, code) => {
  expect(nearestCountry(text)).toBe(code);
});

test('a text that is longer than any name is near to none', () => {
  expect(nearestCountry(`Germany${' y'.repeat(5000)}`)).toBeNull();
});

test('what is named is a country, and UK is none', () => {
  expect([isCountryCode('GB'), isCountryCode('UK'), isCountryCode('toString')]).toEqual([true, false, false]);
});
