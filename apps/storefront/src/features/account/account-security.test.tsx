import { expect, test } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import type { FakeRoutes } from '../../testing/fake-api.ts';
import { pageOpener } from '../../testing/open-page.tsx';
import { AccountPage } from './account-pages.ts';

const openPage = pageOpener({ '/account/:tab': <AccountPage /> });
const session = (id: string, given: object = {}) => ({
  id,
  browser: 'Firefox 144 on Linux',
  network: '192.0.2.7',
  since: '2026-03-05T10:00:00Z',
  lastSeen: '2026-03-05T11:30:00Z',
  isCurrent: false,
  ...given,
});
const linked = (provider: string) => ({ provider, linkedAt: '2026-03-05T10:00:00Z' });

function openProfile(routes: FakeRoutes = {}, { hasPassword = true } = {}) {
  document.cookie = 'tk=token; Path=/';
  document.cookie = 'username=Ada; Path=/';
  const profile = { username: 'Ada', lastname: 'Byron', email: 'ada@example.com', isEmailVerified: true, hasPassword };
  const shop = openPage('/account/info', {
    'GET /user/profile': { body: profile },
    'GET /user/sessions': { body: { items: [] } },
    'GET /user/social-logins': { body: { items: [] } },
    ...routes,
  });
  return { ...shop, main: within(shop.getByRole('main')) };
}

test('each device is there with browser, network and times, and this one is marked', async () => {
  const items = [session('here', { isCurrent: true }), session('there', { browser: null, network: '2001:db8:1:2' })];
  const { main } = openProfile({ 'GET /user/sessions': { body: { items } } });
  const shown = within(await main.findByRole('region', { name: 'Devices' })).getAllByRole('listitem');
  expect(shown.map(({ textContent }) => textContent?.includes('This device'))).toEqual([true, false]);
  expect(shown[0]?.textContent).toMatch(/Firefox 144 on Linux.*192\.0\.2\.7 · signed in 5 March 2026.*last seen 5 March 2026/);
  expect(shown[1]?.textContent).toMatch(/Unknown browser.*2001:db8:1:2/);
});

test('another device is logged out by its button; the list is read again, and the focus goes to its heading', async () => {
  let items = [session('here', { isCurrent: true, browser: 'Safari 18 on macOS' }), session('there')];
  const shop = openProfile({
    'GET /user/sessions': () => ({ body: { items } }),
    'DELETE /user/sessions/there': () => {
      items = items.slice(0, 1);
      return { body: { message: 'This device is logged out.' } };
    },
  });
  await shop.user.click(await shop.main.findByRole('button', { name: 'Log out Firefox 144 on Linux, 192.0.2.7' }));
  expect(await shop.main.findByText('Firefox 144 on Linux is logged out.')).toBeTruthy();
  await waitFor(() => expect(shop.main.queryByRole('button', { name: /^Log out Firefox/ })).toBeNull());
  expect(document.activeElement).toBe(shop.main.getByRole('heading', { name: 'Devices' }));
  expect(document.cookie).toContain('tk=');
});

test('logging out this device leaves the account', async () => {
  const shop = openProfile({
    'GET /user/sessions': { body: { items: [session('here', { isCurrent: true })] } },
    'DELETE /user/sessions/here': { body: { message: 'This device is logged out.' } },
  });
  await shop.user.click(await shop.main.findByRole('button', { name: /^Log out Firefox/ }));
  await waitFor(() => expect(document.cookie).not.toContain('tk='));
});

test('what could not be loaded of the logins can be tried again, and the rest of the profile is there', async () => {
  let isDown = true;
  const shop = openProfile({ 'GET /user/sessions': () => (isDown ? 'no answer' : { body: { items: [session('here')] } }) });
  const alert = await shop.main.findByRole('alert');
  expect(shop.main.getByLabelText('First name')).toBeTruthy();
  isDown = false;
  await shop.user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await shop.main.findByText('Firefox 144 on Linux')).toBeTruthy();
});

test('a linked site is unlinked with the password; without linked sites nothing speaks of them', async () => {
  let items = [linked('google')];
  const shop = openProfile({
    'GET /user/social-logins': () => ({ body: { items } }),
    'POST /user/social-logins/google/unlink': () => {
      items = [];
      return { body: { message: 'The site is unlinked from your account, and your other devices are logged out.' } };
    },
  });
  await shop.user.click(await shop.main.findByRole('button', { name: 'Unlink Google' }));
  expect(shop.callsOf('POST /user/social-logins/google/unlink')).toEqual([]);
  await shop.user.type(shop.main.getByLabelText('Your password, to unlink Google'), 'a green bicycle');
  await shop.user.click(shop.main.getByRole('button', { name: 'Unlink Google from my account' }));
  expect(await shop.findByText('The site is unlinked from your account, and your other devices are logged out.')).toBeTruthy();
  expect(shop.callsOf('POST /user/social-logins/google/unlink')[0]?.body).toEqual({ currentPassword: 'a green bicycle' });
  await waitFor(() => expect(shop.main.queryByRole('heading', { name: 'Linked logins' })).toBeNull());
  expect(shop.callsOf('GET /user/sessions')).toHaveLength(2);
});

test('the only way in stays linked, and the shop says why', async () => {
  const message = 'This is the only way to log in to your account. Choose a password first.';
  const shop = openProfile(
    {
      'GET /user/social-logins': { body: { items: [linked('steam')] } },
      'POST /user/social-logins/steam/unlink': { status: 409, body: { message } },
    },
    { hasPassword: false },
  );
  await shop.user.click(await shop.main.findByRole('button', { name: 'Unlink Steam' }));
  expect(await shop.findByText(message)).toBeTruthy();
  expect(shop.main.getByRole('button', { name: 'Unlink Steam' })).toBeTruthy();
});

test('recent activity is asked for on a click, and says what happened by what, when and where', async () => {
  const at = '2026-03-05T10:00:00Z';
  const here = { at, network: '192.0.2.7', browser: 'Firefox 144 on Linux' };
  const items = [
    { event: 'session-end', method: 'staff', at, network: '', browser: null },
    { event: 'failure', method: 'password', ...here },
    { event: 'login', method: 'google', ...here },
    { event: 'reset', method: 'reset-link', ...here },
  ];
  const shop = openProfile({ 'GET /user/sign-ins': { body: { items } } });
  const button = await shop.main.findByRole('button', { name: 'Show recent activity' });
  expect(shop.callsOf('GET /user/sign-ins')).toEqual([]);
  await shop.user.click(button);
  const region = within(shop.main.getByRole('region', { name: 'Recent activity' }));
  const texts = (await region.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '');
  for (const [index, words] of [
    /^Logged out on other devices by our support5 March 2026[^·]*$/,
    /^Wrong password 5 March 2026.* · 192\.0\.2\.7 · Firefox 144 on Linux$/,
    /^Logged in by Google/,
    /^Password reset by a link from a mail/,
  ].entries())
    expect(texts[index]).toMatch(words);
  await shop.user.click(region.getByRole('button', { name: 'Hide recent activity', expanded: true }));
  expect(region.queryAllByRole('listitem')).toEqual([]);
});
