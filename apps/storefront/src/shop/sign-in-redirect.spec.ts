import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { readCookie } from '@keyturn/api-client';
import { isOwnAddress, rememberDeparture, rememberReturn, takeSignIn } from './sign-in-redirect.ts';

const at = () => window.location.pathname + window.location.search + window.location.hash;
beforeEach(() => {
  sessionStorage.clear();
  document.cookie = 'tk=; Max-Age=0; Path=/';
  window.history.replaceState(null, '', '/');
});
afterEach(() => void jest.useRealTimers());

/** The page that a provider leads back to, in the tab that left for it. */
const comeBackTo = (address: string) => {
  rememberDeparture();
  window.history.replaceState(null, '', address);
  takeSignIn();
};

test.each(['/home', '/'])('a sign-in that comes back to %s becomes the session, and leaves nothing in the address', (path) => {
  comeBackTo(`${path}?utm_source=mail&token=a.b.c&name=Ada%20L%C3%B8v#top`);
  expect(readCookie('tk')).toBe('a.b.c');
  expect(readCookie('username')).toBe('Ada Løv');
  expect(at()).toBe(`${path}?utm_source=mail#top`);
});

test('an empty token signs nobody in, and is taken out of the address all the same', () => {
  comeBackTo('/home?token=&name=Ada');
  expect(readCookie('tk')).toBeNull();
  expect(at()).toBe('/home');
});

test('a token in the address of another page is none of this', () => {
  comeBackTo('/search/x?token=abc');
  expect(readCookie('tk')).toBeNull();
  expect(at()).toBe('/search/x?token=abc');
});

test('who came for the wishlist is led back to it, once', () => {
  rememberReturn('/account/favs');
  comeBackTo('/home?token=abc&name=Ada');
  expect(at()).toBe('/account/favs');
  comeBackTo('/home?token=abc&name=Ada');
  expect(at()).toBe('/home');
});

test('a link with a token signs nobody in who did not leave for it, replaces no session, and is cleaned all the same', () => {
  for (const session of [null, 'own.session']) {
    if (session !== null) document.cookie = `tk=${session}; Path=/`;
    rememberReturn('/account/favs');
    window.history.replaceState(null, '', '/home?token=strangers&name=Mallory');
    takeSignIn();
    expect(readCookie('tk')).toBe(session);
    expect(at()).toBe('/home');
  }
});

test('leaving counts for one return: neither for a second one, nor after another page of the shop, nor after eleven minutes', () => {
  comeBackTo('/home?token=first&name=Ada');
  window.history.replaceState(null, '', '/home?token=second&name=Mallory');
  takeSignIn();
  expect(readCookie('tk')).toBe('first');

  comeBackTo('/auth/login?error=refused');
  window.history.replaceState(null, '', '/home?token=third&name=Mallory');
  takeSignIn();
  expect(readCookie('tk')).toBe('first');

  rememberDeparture();
  jest.useFakeTimers({ now: Date.now() + 11 * 60_000 + 1 });
  window.history.replaceState(null, '', '/home?token=fourth&name=Mallory');
  takeSignIn();
  expect(readCookie('tk')).toBe('first');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '', null, 7])('%s is no address of this shop', (address) => {
  expect(isOwnAddress(address)).toBe(false);
});
