import { expect, test } from '@jest/globals';
import { readConfig } from '../../../platform/config/config.ts';
import { HmacGuestLinks } from './hmac-guest-links.ts';

const ORDER = '01hzx3v9k2m4n6p8q0r2s4t6w8';
const keyOf = (letter: string) => Buffer.from(letter.repeat(32)).toString('base64');
const links = (keys: string) => new HmacGuestLinks(readConfig({ KEY_ENCRYPTION_KEYS: keys }));

test('a token leads back to its order and to no other', () => {
  const token = links(`1:${keyOf('a')}`).tokenOf(ORDER);
  expect(links(`1:${keyOf('a')}`).orderIdOf(token)).toBe(ORDER);
  expect(links(`1:${keyOf('a')}`).orderIdOf(token.replace(ORDER, ORDER.replace('01', '02')))).toBeNull();
});

test('a link outlives a new key and dies with its own', () => {
  const token = links(`1:${keyOf('a')}`).tokenOf(ORDER);
  expect(links(`1:${keyOf('a')},2:${keyOf('b')}`).orderIdOf(token)).toBe(ORDER);
  expect(links(`2:${keyOf('b')}`).orderIdOf(token)).toBeNull();
  expect(links(`1:${keyOf('c')}`).orderIdOf(token)).toBeNull();
  expect(links(`1:${keyOf('a')},2:${keyOf('b')}`).tokenOf(ORDER)).toMatch(/^2-/);
});

test('a link is signed under the version that encrypts, wherever that stands in the list', () => {
  const keys = `2:${keyOf('b')},1:${keyOf('a')}`;
  expect(links(keys).tokenOf(ORDER)).toMatch(/^2-/);
  const before = new HmacGuestLinks(readConfig({ KEY_ENCRYPTION_KEYS: keys, KEY_ENCRYPTION_VERSION: '1' }));
  expect(before.tokenOf(ORDER)).toMatch(/^1-/);
  expect(links(`1:${keyOf('a')}`).orderIdOf(before.tokenOf(ORDER))).toBe(ORDER);
});

test('a signature under one version is none under another', () => {
  const both = links(`1:${keyOf('a')},2:${keyOf('a')}`);
  expect(both.orderIdOf(both.tokenOf(ORDER).replace(/^2/, '1'))).toBeNull();
});

test.each([
  '',
  ORDER,
  `1-${ORDER}`,
  `1-${ORDER}-`,
  `1-${ORDER}-${'A'.repeat(43)}`,
  `1-${ORDER}-${'A'.repeat(44)}`,
  '1-../../x-y',
  '9'.repeat(500),
])('the token %s belongs to no order', (token) => {
  expect(links(`1:${keyOf('a')}`).orderIdOf(token)).toBeNull();
});
