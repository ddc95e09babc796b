import { afterEach, expect, jest, test } from '@jest/globals';
import { readCookie } from '@keyturn/api-client';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { game } from '../../testing/products.ts';
import type { FakeRoutes } from '../../testing/fake-api.ts';
import { pageOpener } from '../../testing/open-page.tsx';
import { openShop } from '../../testing/open-shop.tsx';
import { AccountPage } from './account-pages.ts';
import { takeSignIn } from '../../shop/session/sign-in-redirect.ts';
import { readForTab, TAB_KEYS, writeForTab } from '../../shop/storage/browser-storage.ts';
import { wishOf } from '../../shop/wishlist/wishlist-slice.ts';

const openPage = pageOpener({ '/account/:tab': <AccountPage /> });

afterEach(() => {
  jest.useRealTimers();
});

const profile = (given: object = {}) => ({
  username: 'Ada',
  lastname: 'Byron',
  email: 'ada@example.com',
  isEmailVerified: true,
  hasPassword: true,
  ...given,
});
const order = (given: object = {}) => ({
  _id: 'abc',
  createdAt: '2026-03-05T10:00:00Z',
  kinguinOrderId: 'KT-1001',
  currency: 'EUR',
  total: 72,
  status: 'Completed',
  products: [
    {
      qte: 2,
      price: 36,
      KinguinProduct: { name: 'Half-Life', kinguinId: 7, images: { cover: { url: 'http://localhost:3000/images/a.webp' } } },
    },
  ],
  ...given,
});

function openAccount(tab: string, routes: FakeRoutes = {}, open = openPage) {
  document.cookie = 'tk=token; Path=/';
  document.cookie = 'username=Ada; Path=/';
  const shop = open(`/account/${tab}`, {
    'GET /user/profile': { body: profile() },
    'GET /user/sessions': { body: { items: [] } },
    'GET /user/social-logins': { body: { items: [] } },
    ...routes,
  });
  return { ...shop, main: within(shop.getByRole('main')) };
}

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

test('without orders the tab says so', async () => {
  const { main } = openAccount('orders', { 'GET /order': { body: [] } });
  expect(await main.findByRole('heading', { name: 'no orders yet' })).toBeTruthy();
});

test('an order shows its date, number, currency, total, status and products', async () => {
  const { main } = openAccount('orders', { 'GET /order': { body: [order()] } });
  const shown = within(await main.findByRole('article', { name: 'Order KT-1001' }));
  for (const text of ['5 March 2026', 'KT-1001', 'EUR', 'Completed', '2 × €36.00']) expect(shown.getByText(text)).toBeTruthy();
  expect(shown.getByText(/^€72\.00/)).toBeTruthy();
  expect(shown.getByRole('link', { name: 'Half-Life' }).getAttribute('href')).toBe('/product/Half-Life-7');
});

test.each([
  ['without pictures', { KinguinProduct: { name: 'Half-Life', kinguinId: 7, images: {} } }, 'Half-Life'],
  ['with a null for its picture', { KinguinProduct: { name: 'Half-Life', kinguinId: 7, images: { cover: null } } }, 'Half-Life'],
  ['without an id', { KinguinProduct: { name: 'Half-Life', images: { cover: { url: 'x.webp' } } } }, 'Half-Life'],
  ['of a product that is gone', { KinguinProduct: null }, 'A product that is gone'],
  ['of a software that is gone', { product: {} }, 'A product that is gone'],
  ['without anything', null, 'A product that is gone'],
])('an order with a line %s shows what is known of it, and the other orders stand beside it', async (_what, line, name) => {
  const odd = { ...order({ _id: 'odd', kinguinOrderId: 'KT-1002' }), products: [line && { qte: 1, price: 36, ...line }] };
  const { main } = openAccount('orders', { 'GET /order': { body: [odd, order()] } });
  const shown = within(await main.findByRole('article', { name: 'Order KT-1002' }));
  expect(shown.getByText(name)).toBeTruthy();
  expect(main.getByRole('article', { name: 'Order KT-1001' })).toBeTruthy();
});

test('keys are asked for on a click, shown, and hidden by another', async () => {
  const shop = openAccount('orders', {
    'GET /order': { body: [order()] },
    'GET /order/abc/keys': { body: { order: order(), keys: [{ name: 'Half-Life', platform: 'Steam', kind: 'text', key: 'AAAA-BBBB' }] } },
  });
  const button = await shop.main.findByRole('button', { name: /^Show keys/ });
  expect(shop.callsOf('GET /order/abc/keys')).toEqual([]);
  await shop.user.click(button);
  expect(await shop.main.findByText('AAAA-BBBB')).toBeTruthy();
  await shop.user.click(shop.main.getByRole('button', { name: /^Hide keys/, expanded: true }));
  expect(shop.main.queryByText('AAAA-BBBB')).toBeNull();
  expect(shop.callsOf('GET /order/abc/keys')).toHaveLength(1);
});

test.each([
  [202, 'The keys are on their way.', 'status'],
  [429, 'The keys of this order were sent again several times.', 'alert'],
])('sending again answers %i with the words of the shop', async (status, message, role) => {
  const shop = openAccount('orders', { 'GET /order': { body: [order()] }, 'POST /order/abc/resend': { status, body: { message } } });
  await shop.user.click(await shop.main.findByRole('button', { name: /^Send again/ }));
  expect((await shop.main.findByText(message)).getAttribute('role')).toBe(role);
});

test('an order of which a part went back says how much, and of which product how many pieces', async () => {
  const [product] = order().products;
  const part = order({ refunded: 36, products: [{ ...product, refundedQte: 1 }] });
  const { main } = openAccount('orders', { 'GET /order': { body: [part] } });
  expect((await main.findByText('Refunded')).nextElementSibling?.textContent).toBe('€36.00');
  expect(main.getByText('1 refunded')).toBeTruthy();
  expect(main.getByRole('button', { name: /^Show keys/ })).toBeTruthy();
});

test('what a dispute took is named so, and not as a refund', async () => {
  const { main } = openAccount('orders', { 'GET /order': { body: [order({ status: 'Charged back', chargedBack: 72 })] } });
  expect((await main.findByText('Charged back by your bank')).nextElementSibling?.textContent).toBe('€72.00');
  expect(main.queryByText(/refund/i)).toBeNull();
});

test.each(['Refunded', 'Charged back'])('an order that is %s has no keys to show', async (status) => {
  const { main } = openAccount('orders', { 'GET /order': { body: [order({ status })] } });
  await main.findByText(status);
  expect(main.queryByRole('button', { name: /keys/ })).toBeNull();
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
