import { afterEach, expect, jest, test } from '@jest/globals';
import { readCookie } from '@keyturn/api-client';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { openAccount, order, profile } from '../../testing/open-account.tsx';
import { openShop } from '../../testing/open-shop.tsx';
import { game } from '../../testing/products.ts';
import { takeSignIn } from '../../shop/session/sign-in-redirect.ts';
import { readForTab, TAB_KEYS, writeForTab } from '../../shop/storage/browser-storage.ts';
import { wishOf } from '../../shop/wishlist/wishlist-slice.ts';

afterEach(() => {
  jest.useRealTimers();
});

test('the profile shows both names and the e-mail, which cannot be changed', async () => {
  const { main, callsOf } = openAccount('info');
  const email = (await main.findByLabelText('E-mail')) as HTMLInputElement;
  expect([email.value, email.readOnly]).toEqual(['ada@example.com', true]);
  expect((main.getByLabelText('First name') as HTMLInputElement).value).toBe('Ada');
  expect((main.getByLabelText('Last name') as HTMLInputElement).value).toBe('Byron');
  expect(callsOf('GET /user/profile')[0]?.headers.get('Authorization')).toBe('token');
});

test('a changed name is saved and greets from then on', async () => {
  const shop = openAccount('info', { 'PATCH /user/profile': ({ body }) => ({ body: profile(body as object) }) }, openShop);
  const name = await shop.main.findByLabelText('First name');
  await shop.user.clear(name);
  await shop.user.type(name, 'Augusta');
  await shop.user.click(shop.main.getByRole('button', { name: 'Save' }));
  expect(await shop.findByText('Your profile is saved.')).toBeTruthy();
  expect(shop.callsOf('PATCH /user/profile')[0]?.body).toEqual({ username: 'Augusta', lastname: 'Byron' });
  expect(shop.getByRole('link', { name: 'Account of Augusta' })).toBeTruthy();
  expect(document.cookie).toContain('username=Augusta');
});

test('a changed password gives this browser the new login', async () => {
  const answer = { succes: true, message: 'Your password was changed.', tk: 'fresh' };
  const shop = openAccount('info', { 'POST /user/change-password': { body: answer } });
  await shop.user.type(await shop.main.findByLabelText('Current password'), 'old one here');
  await shop.user.type(shop.main.getByLabelText('New password'), 'new one here');
  await shop.user.click(shop.main.getByRole('button', { name: 'Change the password' }));
  expect(await shop.findByText('Your password was changed.')).toBeTruthy();
  expect(document.cookie).toContain('tk=fresh');
  expect((shop.main.getByLabelText('New password') as HTMLInputElement).value).toBe('');
});

test('a wrong current password is shown at its field, and what was typed stays', async () => {
  const message = 'This is not your current password.';
  const shop = openAccount('info', {
    'POST /user/change-password': { status: 400, body: { message, details: [{ field: 'currentPassword', message }] } },
  });
  await shop.user.type(await shop.main.findByLabelText('Current password'), 'wrong one');
  await shop.user.type(shop.main.getByLabelText('New password'), 'new one here');
  await shop.user.click(shop.main.getByRole('button', { name: 'Change the password' }));
  await waitFor(() => expect(document.getElementById('currentPassword-problem')?.textContent).toBe(message));
  expect((shop.main.getByLabelText('New password') as HTMLInputElement).value).toBe('new one here');
});

test('an unverified account can have its link sent again', async () => {
  const message = 'A new link is on its way.';
  const shop = openAccount('info', {
    'GET /user/profile': { body: profile({ isEmailVerified: false }) },
    'POST /user/resend-verification': { body: { message } },
  });
  await shop.user.click(await shop.main.findByRole('button', { name: 'Send the link again' }));
  expect(await shop.findByText(message)).toBeTruthy();
  expect(shop.callsOf('POST /user/resend-verification')[0]?.body).toEqual({ email: 'ada@example.com' });
});

test('an account of another site has no password to change, and a verified one no link to send', async () => {
  const { main } = openAccount('info', { 'GET /user/profile': { body: profile({ hasPassword: false }) } });
  await main.findByLabelText('First name');
  expect(main.queryByLabelText('Current password')).toBeNull();
  expect(main.queryByRole('button', { name: 'Send the link again' })).toBeNull();
});

test('logging out everywhere asks the shop and ends the login here, too', async () => {
  const shop = openAccount('info', { 'POST /user/logout-everywhere': { body: { message: 'Done.' } } });
  await shop.user.click(await shop.main.findByRole('button', { name: 'Log out everywhere' }));
  await waitFor(() => expect(document.cookie).not.toContain('tk='));
  expect(shop.callsOf('POST /user/logout-everywhere')).toHaveLength(1);
});

test.each([
  ['ends the login', { body: { message: 'Done.' } }],
  ['knows the token no more', { status: 401, body: { message: 'Please log in.' } }],
  ['gives no answer', 'no answer'],
  ['never answers', 'never'],
] as const)(
  'Logout among the tabs asks the shop to end this login, and clears both cookies and what the tab kept of the buyer where the shop %s',
  async (_what, answer) => {
    const shop = openAccount('info', { 'POST /user/logout': answer });
    for (const key of Object.values(TAB_KEYS)) writeForTab(key, 'Ada');
    const button = shop.main.getByRole('button', { name: 'Logout' });
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    fireEvent.click(button);
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(document.cookie).not.toMatch(/tk=|username=/);
    expect(Object.values(TAB_KEYS).filter((key) => readForTab(key) !== null)).toEqual([]);
    expect(shop.callsOf('POST /user/logout').map(({ headers }) => headers.get('Authorization'))).toEqual(['token']);
  },
);

test.each([
  ['info', 'GET /user/profile'],
  ['orders', 'GET /order'],
])('a token that the shop no longer takes ends the session: /account/%s leads to the login', async (tab, call) => {
  const shop = openAccount(tab, { [call]: { status: 401, body: { message: 'Please log in.' } } });
  await waitFor(() => expect(shop.at.path).toBe('/auth/login'));
  expect(document.cookie).not.toMatch(/tk=|username=/);
});

test.each([
  ['info', 'GET /user/profile', profile(), 'Personal details'],
  ['orders', 'GET /order', [order()], 'KT-1001'],
])('/account/%s offers another try when the API is down, and comes back with it', async (tab, call, body, shows) => {
  let isDown = true;
  const shop = openAccount(tab, { [call]: () => (isDown ? 'no answer' : { body }) });
  const alert = await shop.main.findByRole('alert');
  isDown = false;
  await shop.user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await shop.main.findByText(shows)).toBeTruthy();
});

test('an empty wishlist says so; a wished game is there with its price until it is removed', async () => {
  const empty = openAccount('favs');
  expect(await empty.main.findByRole('heading', { name: 'No WishList items' })).toBeTruthy();
  empty.unmount();
  localStorage.setItem('wishlist', JSON.stringify([wishOf(game())]));
  const shop = openAccount('favs');
  expect((await shop.main.findByRole('link', { name: 'Half-Life' })).getAttribute('href')).toBe('/product/Half-Life-7');
  expect(shop.main.getByText('€36.00')).toBeTruthy();
  await shop.user.click(shop.main.getByRole('button', { name: 'Remove From Wishlist: Half-Life' }));
  expect(shop.main.getByRole('heading', { name: 'No WishList items' })).toBeTruthy();
});

test('the login menu offers the sites that are on, once it is wanted', async () => {
  const shop = openShop('/404', { 'GET /user/providers': { body: { google: true, facebook: false, steam: true } } });
  const button = await shop.findByRole('button', { name: 'Account' });
  expect(shop.callsOf('GET /user/providers')).toEqual([]);
  await shop.user.hover(button);
  expect((await shop.findByRole('link', { name: 'Connect with Google' })).getAttribute('href')).toBe(
    'http://localhost:3000/auth/google/callback',
  );
  expect(shop.getByRole('link', { name: 'Connect with Steam' }).getAttribute('href')).toBe('http://localhost:3000/user/steam');
  expect(shop.queryByRole('link', { name: 'Connect with Facebook' })).toBeNull();
  // The address is stored, for the redirect after login.
  const stay = (event: Event) => event.preventDefault();
  document.addEventListener('click', stay);
  await shop.user.click(shop.getByRole('link', { name: 'Connect with Google' }));
  document.removeEventListener('click', stay);
  window.history.replaceState(null, '', '/home?token=a.b.c&name=Ada');
  takeSignIn();
  expect(readCookie('tk')).toBe('a.b.c');
});

test('the data of the account is saved as two files', async () => {
  const saved: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const shop = openAccount('info', { 'GET /user/personal-data': { body: { data: {}, page: '' } } });
  await shop.user.click(await shop.main.findByRole('button', { name: 'Download my data' }));
  await waitFor(() => expect(saved).toEqual(['my-data.json', 'my-data.html']));
  click.mockRestore();
});

test('closing the account asks once more, and for the password', async () => {
  const refused = {
    status: 400,
    body: { message: 'The current password is wrong.', details: [{ field: 'currentPassword', message: 'The current password is wrong.' }] },
  };
  const shop = openAccount('info', { 'POST /user/close': refused });
  await shop.user.click(await shop.main.findByRole('button', { name: 'Close account' }));
  expect(shop.callsOf('POST /user/close')).toEqual([]);
  await shop.user.type(shop.main.getByLabelText('Your password'), 'wrong');
  await shop.user.click(shop.main.getByRole('button', { name: 'Close my account for good' }));
  await waitFor(() => expect(shop.callsOf('POST /user/close')[0]?.body).toEqual({ currentPassword: 'wrong' }));
});

test('an account without a password is closed by a link in a mail, which is said', async () => {
  const shop = openAccount('info', {
    'GET /user/profile': { body: profile({ hasPassword: false }) },
    'POST /user/close': { body: { closed: false, message: 'We sent you a mail. The link in it closes the account.' } },
  });
  await shop.user.click(await shop.main.findByRole('button', { name: 'Close account' }));
  expect(shop.main.queryByLabelText('Your password')).toBeNull();
  await shop.user.click(shop.main.getByRole('button', { name: 'Close my account for good' }));
  expect(await shop.findByText('We sent you a mail. The link in it closes the account.')).toBeTruthy();
});
