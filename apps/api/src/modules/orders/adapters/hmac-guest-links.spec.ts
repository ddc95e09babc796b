import { expect, test } from '@jest/globals';
import { readConfig } from '../../../platform/config/config.ts';
import { HmacGuestLinks } from './hmac-guest-links.ts';

const ORDER = '01hzx3v9k2m4n6p8q0r2s4t6w8';
const FIRST = { id: ORDER, linkRound: 0 };
const keyOf = (character: string) => Buffer.from(character.repeat(32)).toString('base64');
const links = (keys: string) => new HmacGuestLinks(readConfig({ KEY_ENCRYPTION_KEYS: keys }));

test('a token leads back to its order and to no other', () => {
  const token = links(`1:${keyOf('a')}`).tokenOf(FIRST);
  expect(links(`1:${keyOf('a')}`).read(token)).toEqual(FIRST);
  expect(links(`1:${keyOf('a')}`).read(token.replace(ORDER, ORDER.replace('01', '02')))).toBeNull();
});

test('a link outlives a new key and dies with its own', () => {
  const token = links(`1:${keyOf('a')}`).tokenOf(FIRST);
  expect(links(`1:${keyOf('a')},2:${keyOf('b')}`).read(token)).toEqual(FIRST);
  expect(links(`2:${keyOf('b')}`).read(token)).toBeNull();
  expect(links(`1:${keyOf('c')}`).read(token)).toBeNull();
  expect(links(`1:${keyOf('a')},2:${keyOf('b')}`).tokenOf(FIRST)).toMatch(/^2-/);
});

test('a link is signed under the version that encrypts, wherever that stands in the list', () => {
  const keys = `2:${keyOf('b')},1:${keyOf('a')}`;
  expect(links(keys).tokenOf(FIRST)).toMatch(/^2-/);
  const before = new HmacGuestLinks(readConfig({ KEY_ENCRYPTION_KEYS: keys, KEY_ENCRYPTION_VERSION: '1' }));
  expect(before.tokenOf(FIRST)).toMatch(/^1-/);
  expect(links(`1:${keyOf('a')}`).read(before.tokenOf(FIRST))).toEqual(FIRST);
});

test('a signature under one version is none under another', () => {
  const both = links(`1:${keyOf('a')},2:${keyOf('a')}`);
  expect(both.read(both.tokenOf(FIRST).replace(/^2/, '1'))).toBeNull();
});

test('a link contains its round, and cannot be turned into one of another', () => {
  const one = links(`1:${keyOf('a')}`);
  const token = one.tokenOf({ id: ORDER, linkRound: 12 });
  expect(token).toMatch(/^1r12-/);
  expect(one.read(token)).toEqual({ id: ORDER, linkRound: 12 });
  for (const other of ['1r2-', '1r13-', '1-', '1r012-']) expect([other, one.read(token.replace('1r12-', other))]).toEqual([other, null]);
  expect(one.read(one.tokenOf(FIRST).replace('1-', '1r12-'))).toBeNull();
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
  expect(links(`1:${keyOf('a')}`).read(token)).toBeNull();
});
