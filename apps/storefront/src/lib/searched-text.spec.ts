/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { searchPart } from '@keyturn/shop-rules';
import { searchedText } from './searched-text.ts';

test.each(['half life', 'a/b', '100%', '%2F', 'c#', 'what?', '🎮 ok', '日本語', '"<b>"', '..'])(
  'what is searched for survives the way through the address: %s',
  (text) => {
    const { pathname } = new URL(`/search/${encodeURIComponent(searchPart(text, 200))}`, 'http://shop.test');
    expect(searchedText(pathname)).toBe(text);
  },
);

test('text is cut to what the API takes, and a letter that the cut has halved does no harm', () => {
  expect(searchPart('x'.repeat(500), 200)).toHaveLength(200);
  expect(() => encodeURIComponent(searchPart(`${'x'.repeat(199)}🎮`, 200))).not.toThrow();
});

test('other pages search for nothing, and neither does an address that cannot be decoded', () => {
  expect(searchedText('/home')).toBeNull();
  expect(searchedText('/search/%E0%A4')).toBeNull();
});
