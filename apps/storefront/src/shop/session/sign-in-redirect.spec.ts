import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { readCookie } from '@keyturn/api-client';
import { hideSignIn } from '../../hide-sign-in.ts';
import { forgetDeparture, isOwnAddress, rememberDeparture, rememberReturn, takeSignIn } from './sign-in-redirect.ts';

const at = () => window.location.pathname + window.location.search + window.location.hash;
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  document.cookie = 'tk=; Max-Age=0; Path=/';
  window.history.replaceState(null, '', '/');
});
afterEach(() => void jest.useRealTimers());

/** The page that a provider redirects back to. */
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

test('the first script takes the token out of the address at once, and the sign-in is completed all the same', () => {
  rememberDeparture();
  window.history.replaceState(null, '', '/home?utm_source=mail&token=a.b.c&name=Ada#top');
  expect([hideSignIn(), at()]).toEqual([true, '/home?utm_source=mail#top']);
  takeSignIn();
  expect([readCookie('tk'), readCookie('username'), at()]).toEqual(['a.b.c', 'Ada', '/home?utm_source=mail#top']);
  expect(window.history.state).toBeNull();
});

test.each(['/search/x?token=abc', '/home?name=Ada'])('the first script leaves %s as it is', (address) => {
  window.history.replaceState(null, '', address);
  expect([hideSignIn(), at()]).toEqual([false, address]);
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

test('who left in one tab is signed in by coming back in another, with where that sign-in was to lead', () => {
  rememberReturn('/account/favs');
  rememberDeparture();
  // Another tab has a storage of its own, and pages of the shop may be opened in it meanwhile.
  sessionStorage.clear();
  window.history.replaceState(null, '', '/products/Steam');
  takeSignIn();
  window.history.replaceState(null, '', '/home?token=abc&name=Ada');
  takeSignIn();
  expect(readCookie('tk')).toBe('abc');
  expect(at()).toBe('/account/favs');
});

test('leaving counts for one return: neither for a second one, nor after a refusal, a login by password, or eleven minutes', () => {
  comeBackTo('/home?token=first&name=Ada');
  const expectRefused = (token: string) => {
    window.history.replaceState(null, '', `/home?token=${token}&name=Mallory`);
    takeSignIn();
    expect(readCookie('tk')).toBe('first');
    expect(at()).toBe('/home');
  };
  expectRefused('second');

  comeBackTo('/auth/login?error=refused');
  expectRefused('third');

  rememberDeparture();
  forgetDeparture();
  expectRefused('fourth');

  rememberDeparture();
  jest.useFakeTimers({ now: Date.now() + 11 * 60_000 + 1 });
  expectRefused('fifth');
});

test.each(['{', '7', 'null', '{"at":"x"}', '{"at":null,"returnTo":7}'])(
  'a stored departure %s that nobody wrote signs nobody in',
  (stored) => {
    localStorage.setItem('sign-in-departure', stored);
    window.history.replaceState(null, '', '/home?token=strangers&name=Mallory');
    takeSignIn();
    expect(readCookie('tk')).toBeNull();
  },
);

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '', null, 7])('%s is no address of this shop', (address) => {
  expect(isOwnAddress(address)).toBe(false);
});
