import { expect, test } from '@jest/globals';
import {
  CURRENCIES,
  CURRENCY_COOKIE,
  CURRENCY_SYMBOLS,
  currencyCode,
  DEFAULT_CURRENCY,
  MINIMUM_CHARGE_MINOR,
  parseCurrency,
  PRICE_TILES,
  storedCurrency,
} from './currencies.ts';

test('a call may spell a currency in any case, and nothing else is one', () => {
  expect(['eur', 'USD', 'Pln', 'gBP'].map(parseCurrency)).toEqual(CURRENCIES);
  expect(['euro', '', ' eur', 'chf', null, undefined, 12, ['eur']].map(parseCurrency)).toEqual(Array.from({ length: 8 }, () => null));
});

test('what a browser has stored counts to the letter', () => {
  expect(['Eur', 'Usd', 'Pln', 'Gbp'].map(storedCurrency)).toEqual(CURRENCIES);
  expect(['eur', 'EUR', '', null].map(storedCurrency)).toEqual([null, null, null, null]);
});

test('the provider gets ISO codes', () => {
  expect(CURRENCIES.map(currencyCode)).toEqual(['EUR', 'USD', 'PLN', 'GBP']);
});

test('a browser without a choice pays in euro, and its cookie keeps the name that it has had', () => {
  expect([DEFAULT_CURRENCY, CURRENCY_COOKIE]).toEqual(['Eur', 'currency']);
});

test('each currency has its sign, the provider’s least amount, and tiles of the same worth', () => {
  expect(CURRENCY_SYMBOLS).toEqual({ Eur: '€', Usd: '$', Pln: 'zł', Gbp: '£' });
  expect(MINIMUM_CHARGE_MINOR).toEqual({ Eur: 50, Usd: 50, Pln: 200, Gbp: 30 });
  expect(PRICE_TILES).toEqual({
    Eur: [1, 2, 5, 10, 20, 50],
    Usd: [1, 2, 5, 10, 20, 50],
    Gbp: [1, 2, 5, 10, 20, 50],
    Pln: [5, 10, 20, 40, 80, 200],
  });
});
