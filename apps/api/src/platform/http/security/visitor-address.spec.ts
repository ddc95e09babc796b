import { expect, test } from '@jest/globals';
import { visitorAddress } from './visitor-address.ts';

const SECRET = 's'.repeat(32);

test.each([
  ['the secret', { 'x-visitor-address': '203.0.113.7', 'x-storefront-secret': SECRET }, '203.0.113.7'],
  ['no secret', { 'x-visitor-address': '203.0.113.7' }, '127.0.0.1'],
  ['another secret', { 'x-visitor-address': '203.0.113.7', 'x-storefront-secret': `${SECRET}s` }, '127.0.0.1'],
  ['two secrets', { 'x-visitor-address': '203.0.113.7', 'x-storefront-secret': [SECRET, SECRET] }, '127.0.0.1'],
  ['the secret and no address', { 'x-storefront-secret': SECRET }, '127.0.0.1'],
])('with %s a call counts for the right address', (_what, headers, address) => {
  expect(visitorAddress({ headers, ip: '127.0.0.1' }, SECRET)).toBe(address);
});
