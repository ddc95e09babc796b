import { expect, jest, test } from '@jest/globals';
import { fireEvent, waitFor, within } from '@testing-library/react';
import type { FakeCall, FakeRoutes } from '../../testing/fake-api.ts';
import { pageOpener } from '../../testing/open-page.tsx';
import { openShop } from '../../testing/open-shop.tsx';
import { AuthPage, ResetPage, VerifyPage } from './auth-pages.ts';

const openPage = pageOpener({ '/auth/:type': <AuthPage />, '/auth/reset/:otp': <ResetPage />, '/auth/verify/:token': <VerifyPage /> });

const captcha: FakeRoutes = {
  'GET /user/captcha-challenge': { body: { provider: 'altcha', parameters: {}, signature: 'x' } },
  'POST /user/verifyCaptcha': { body: { success: true } },
};
const good = { body: { succes: true, tk: 'token', username: 'Ada', message: 'Hello' } };

function logInAlready() {
  document.cookie = 'tk=old; Path=/';
  document.cookie = 'username=Ada; Path=/';
}

const owner: FakeRoutes = { 'POST /user/verify-otp': { body: { email: 'ada@example.com' } } };

test('a reset link shows whose password it changes, takes a new one, ends the login of this browser and leads to the login', async () => {
  logInAlready();
  const shop = openPage('/auth/reset/one-time', { ...captcha, ...owner, 'POST /user/reset-password': { body: { succes: true } } });
  const email = (await shop.findByLabelText('E-mail')) as HTMLInputElement;
  expect([email.value, email.readOnly]).toEqual(['ada@example.com', true]);
  fireEvent.input(shop.getByLabelText('New password'), { target: { value: 'another long one' } });
  await shop.user.click(shop.getByRole('button', { name: 'Save the new password' }));
  await waitFor(() => expect(shop.at.path).toBe('/auth/login'));
  expect(shop.callsOf('POST /user/reset-password')[0]?.body).toEqual({
    email: 'ada@example.com',
    otp: 'one-time',
    newPassword: 'another long one',
  });
  expect(document.cookie).not.toContain('tk=');
});

test('a reset link that is no longer good offers a new one', async () => {
  const message = 'This link is no longer valid. Please ask for a new one.';
  const shop = openPage('/auth/reset/old', { 'POST /user/verify-otp': { status: 400, body: { message } } });
  expect((await shop.findByRole('alert')).textContent).toBe(message);
  expect(shop.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/auth/forgot');
});

test('a refusal of a new password is shown at its field', async () => {
  const message = 'The password must have at least 8 characters.';
  const answer = { status: 400, body: { message, details: [{ field: 'newPassword', message }] } };
  const shop = openPage('/auth/reset/one-time', { ...owner, 'POST /user/reset-password': answer });
  await shop.user.type(await shop.findByLabelText('New password'), 'short');
  await shop.user.click(shop.getByRole('button', { name: 'Save the new password' }));
  await waitFor(() => expect(document.getElementById('newPassword-problem')?.textContent).toBe(message));
});

test('a good verification link logs in, under the name of its owner', async () => {
  const profile = jest.fn((call: FakeCall) => ({
    body: {
      username: 'Ada',
      lastname: 'B',
      email: 'a@b.c',
      isEmailVerified: true,
      hasPassword: true,
      sent: call.headers.get('Authorization'),
    },
  }));
  const shop = openShop('/auth/verify/link', {
    'GET /user/verify/link': { body: { status: true, message: 'Your e-mail address is verified.', token: 'fresh' } },
    'GET /user/profile': profile,
  });
  expect(await shop.findByText('Your e-mail address is verified.')).toBeTruthy();
  expect(document.cookie).toContain('tk=fresh');
  expect(document.cookie).toContain('username=Ada');
  expect(profile.mock.calls[0]?.[0].headers.get('Authorization')).toBe('fresh');
  expect(shop.getByRole('link', { name: 'Account of Ada' })).toBeTruthy();
  expect(shop.callsOf('GET /user/verify/link')).toHaveLength(1);
});

test('a verification link that is no longer good says so and logs nobody in', async () => {
  const shop = openPage('/auth/verify/old', {
    'GET /user/verify/old': { body: { status: false, message: 'This link is no longer valid.' } },
  });
  expect((await shop.findByRole('alert')).textContent).toBe('This link is no longer valid.');
  expect(document.cookie).not.toContain('tk=');
  expect(within(shop.getByRole('main')).getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth/login');
});

test.each([
  ['nobody', () => undefined],
  ['somebody else', logInAlready],
])('a verification link that waits for a login leads %s there and comes back by itself', async (_who, before) => {
  before();
  const shop = openPage('/auth/verify/link', {
    ...captcha,
    'POST /user/login': good,
    'GET /user/profile': { body: { username: 'Ada', lastname: 'B', email: 'ada@example.com', isEmailVerified: true, hasPassword: true } },
    'GET /user/wishlist': { body: { items: [] } },
    'GET /user/verify/link': ({ headers }) => ({
      body:
        headers.get('Authorization') === 'token'
          ? { status: true, message: 'Your e-mail address is verified.', token: 'fresh' }
          : { status: false, needsLogin: true, message: 'Please log in.' },
    }),
  });
  expect((await shop.findByText('Please log in.')).getAttribute('role')).toBe('status');
  await shop.user.click(within(shop.getByRole('main')).getByRole('link', { name: 'Sign in' }));
  fireEvent.input(await shop.findByLabelText('E-mail'), { target: { value: 'ada@example.com' } });
  fireEvent.input(shop.getByLabelText('Password'), { target: { value: 'correct horse' } });
  await shop.user.click(await shop.findByRole('checkbox', { name: "I'm not a robot" }));
  await shop.user.click(within(shop.getByRole('main')).getByRole('button', { name: 'Sign in' }));
  expect(await shop.findByText('Your e-mail address is verified.')).toBeTruthy();
  expect(shop.at.path).toBe('/auth/verify/link');
  expect(document.cookie).toContain('tk=fresh');
});

test.each([
  ['/auth/verify/link', 'GET /user/verify/link', { status: true, message: 'Verified.' }, 'Verified.'],
  ['/auth/reset/otp', 'POST /user/verify-otp', { email: 'ada@example.com' }, 'New password'],
])('%s offers another try when the API is down', async (address, call, body, shows) => {
  let isDown = true;
  const shop = openPage(address, { [call]: () => (isDown ? 'no answer' : { body }) });
  await shop.findByRole('alert');
  isDown = false;
  await shop.user.click(shop.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(shop.getByRole('main').textContent).toContain(shows));
});
