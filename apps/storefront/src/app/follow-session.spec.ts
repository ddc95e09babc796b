import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { keepSession, loggedIn } from '../shop/session/session-slice.ts';
import { followSession } from './follow-session.ts';
import { createShopStore } from './store.ts';

const tokenOf = (account: string, login: string) => `head.${btoa(JSON.stringify({ sub: account, jti: login }))}.seal`;
const look = () => window.dispatchEvent(new Event('focus'));
let stop = () => undefined as void;

/** A page of this browser, and how often it was reloaded. */
function openPage() {
  const store = createShopStore();
  const reload = jest.fn();
  stop = followSession(store, reload);
  return { store, reload };
}

beforeEach(() => keepSession(tokenOf('ada', 'first'), 'Ada'));
afterEach(() => {
  stop();
  for (const name of ['tk', 'username']) document.cookie = `${name}=; Path=/; Max-Age=0`;
});

test.each<[string, () => void]>([
  ['has logged out', () => (document.cookie = 'tk=; Path=/; Max-Age=0')],
  ['has logged in as somebody else', () => keepSession(tokenOf('bob', 'first'), 'Bob')],
])('a page that is looked at again after another tab %s is loaded anew', (_what, act) => {
  const { reload } = openPage();
  look();
  expect(reload).not.toHaveBeenCalled();
  act();
  look();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('another login of the same account changes nothing', () => {
  const { reload } = openPage();
  keepSession(tokenOf('ada', 'second'), 'Ada');
  look();
  expect(reload).not.toHaveBeenCalled();
});

test('a page that logs in itself is not loaded anew for it', () => {
  document.cookie = 'tk=; Path=/; Max-Age=0';
  const { store, reload } = openPage();
  keepSession(tokenOf('ada', 'first'), 'Ada');
  store.dispatch(loggedIn({ username: 'Ada' }));
  look();
  expect(reload).not.toHaveBeenCalled();
});
