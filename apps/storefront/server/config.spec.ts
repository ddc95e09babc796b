/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

test('without any setting the shop is a local one', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4200,
    storefrontOrigin: 'http://localhost:4200',
    apiOrigin: 'http://localhost:3000',
    apiInternalOrigin: 'http://localhost:3000',
  });
});

test('a variable of nothing but blanks is one that is not set, and blanks around a value do not count', () => {
  const empty = { HOST: '', STOREFRONT_PORT: ' ', STOREFRONT_ORIGIN: '', API_ORIGIN: '  ', API_INTERNAL_ORIGIN: '' };
  expect(readConfig(empty)).toEqual(readConfig({}));
  expect(readConfig({ STOREFRONT_PORT: ' 4300 ', API_ORIGIN: ' https://api.shop.example\n' })).toMatchObject({
    port: 4300,
    apiInternalOrigin: 'https://api.shop.example',
  });
});

test.each([
  [{ STOREFRONT_PORT: 'many' }, 'STOREFRONT_PORT'],
  [{ STOREFRONT_PORT: '70000' }, 'STOREFRONT_PORT'],
  [{ API_ORIGIN: 'api.shop.example' }, 'API_ORIGIN'],
  [{ STOREFRONT_ORIGIN: 'ftp://shop.example' }, 'STOREFRONT_ORIGIN'],
])('%j is refused, and the sentence names the variable', (env, name) => {
  expect(() => readConfig(env)).toThrow(name);
});
