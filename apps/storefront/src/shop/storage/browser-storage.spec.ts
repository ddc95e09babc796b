/** @jest-environment-options {"url": "https://shop.example/"} */
import { expect, jest, test } from '@jest/globals';
import { writeCookie } from './browser-storage.ts';

test('on https a cookie of the session travels by https alone, and along with no page of another site', () => {
  const written = jest.spyOn(document, 'cookie', 'set');
  writeCookie('tk', 'a.b.c', 86_400);
  expect(written.mock.calls).toEqual([['tk=a.b.c; Path=/; Max-Age=86400; SameSite=Lax; Secure']]);
  expect(document.cookie).toBe('tk=a.b.c');
});
