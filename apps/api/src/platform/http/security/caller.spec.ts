import { expect, test } from '@jest/globals';
import { browserOf } from './caller.ts';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox 144 on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari 18 on iOS',
  ],
  [undefined, null],
  ['', null],
  ['-', null],
  ['Your account is locked, call 0800 123/1 x', null],
  ['keys were given back/2.0 (by staff)', null],
  ['Mozilla/5.0 (Windows NT 10.0) Firefox/08001234567.0', 'Firefox on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) Firefox/144.0 ${'x'.repeat(512)}`, null],
])('the browser of the header %s is called %s', (header, name) => {
  expect(browserOf(header)).toBe(name);
});
