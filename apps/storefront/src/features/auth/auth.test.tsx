import { expect, test } from '@jest/globals';
import { fireEvent, waitFor } from '@testing-library/react';
import type { FakeRoutes } from '../../testing/fake-api.ts';
import { pageOpener } from '../../testing/open-page.tsx';
import { AuthPage } from './auth-pages.ts';

const openPage = pageOpener({ '/auth/:type': <AuthPage /> });

const home: FakeRoutes = { 'GET /home': { body: [] } };
const captcha: FakeRoutes = {
  'GET /user/captcha-challenge': { body: { provider: 'altcha', parameters: {}, signature: 'x' } },
  'POST /user/verifyCaptcha': { body: { success: true } },
};
const good = { body: { succes: true, tk: 'token', username: 'Ada', message: 'Hello' } };
const refused = { status: 401, body: { succes: false, message: 'Wrong e-mail or password.' } };

function logInAlready() {
  document.cookie = 'tk=old; Path=/';
  document.cookie = 'username=Ada; Path=/';
}

async function fillLogin(routes: FakeRoutes, address = '/auth/login') {
  const shop = openPage(address, { ...home, ...captcha, ...routes });
  fireEvent.input(await shop.findByLabelText('E-mail'), { target: { value: 'ada@example.com' } });
  fireEvent.input(shop.getByLabelText('Password'), { target: { value: 'correct horse' } });
  return shop;
}

async function signIn(routes: FakeRoutes) {
  const shop = await fillLogin(routes);
  await shop.user.click(await shop.findByRole('checkbox', { name: "I'm not a robot" }));
  await shop.user.click(shop.getByRole('button', { name: 'Sign in' }));
  return shop;
}

test('signing in sets both cookies and leads home', async () => {
  const shop = await signIn({ 'POST /user/login': good });
  await waitFor(() => expect(shop.at.path).toBe('/home'));
  expect(document.cookie).toContain('tk=token');
  expect(document.cookie).toContain('username=Ada');
});

test('the captcha is verified before the login is tried', async () => {
  const shop = await signIn({ 'POST /user/login': good });
  await waitFor(() => expect(shop.at.path).toBe('/home'));
  const made = shop.calls.map(({ name }) => name).filter((name) => name.startsWith('POST /user/'));
  expect(made).toEqual(['POST /user/verifyCaptcha', 'POST /user/login']);
  expect(shop.callsOf('POST /user/verifyCaptcha')[0]?.body).toEqual({ captchaValue: 'solved' });
});

test('a login without the captcha asks to verify it, and calls nothing', async () => {
  const shop = await fillLogin({ 'POST /user/login': good });
  await shop.findByRole('checkbox', { name: "I'm not a robot" });
  await shop.user.click(shop.getByRole('button', { name: 'Sign in' }));
  expect(await shop.findByText('Please verify the captcha.')).toBeTruthy();
  expect(shop.callsOf('POST /user/login')).toEqual([]);
});

test('a login without a password calls nothing', async () => {
  const shop = openPage('/auth/login', captcha);
  await shop.user.type(await shop.findByLabelText('E-mail'), 'ada@example.com');
  await shop.user.click(await shop.findByRole('checkbox', { name: "I'm not a robot" }));
  await shop.user.click(shop.getByRole('button', { name: 'Sign in' }));
  expect(shop.callsOf('POST /user/verifyCaptcha')).toEqual([]);
});

test('a captcha that the server refuses says so, is unsolved again, and no login is tried', async () => {
  const shop = await signIn({ 'POST /user/verifyCaptcha': { body: { success: false } }, 'POST /user/login': good });
  expect(await shop.findByText('Captcha validation failed. Please try again.')).toBeTruthy();
  expect(shop.callsOf('POST /user/login')).toEqual([]);
  expect((shop.getByRole('checkbox', { name: "I'm not a robot" }) as HTMLInputElement).checked).toBe(false);
});

test('a refused login shows the server’s words in the account popup, and the captcha is to be solved again', async () => {
  const shop = await signIn({ 'POST /user/login': refused });
  expect(await shop.findByRole('heading', { name: 'Account Status' })).toBeTruthy();
  expect(shop.getByText('Wrong e-mail or password.')).toBeTruthy();
  await shop.user.click(shop.getByRole('button', { name: 'Close' }));
  await shop.user.click(shop.getByRole('button', { name: 'Sign in' }));
  expect(await shop.findByText('Please verify the captcha.')).toBeTruthy();
  expect(shop.callsOf('POST /user/login')).toHaveLength(1);
});

test.each([['no answer' as const], [{ status: 500, body: { message: 'Internal' } }]])(
  'a login that ends in %j says that an error occurred',
  async (answer) => {
    const shop = await signIn({ 'POST /user/login': answer });
    expect(await shop.findByText('An error occurred during login. Please try again.')).toBeTruthy();
  },
);

test('a captcha that cannot be loaded says so and offers another try', async () => {
  let isDown = true;
  const challenge = captcha['GET /user/captcha-challenge'] as { body: unknown };
  const shop = openPage('/auth/login', { ...home, 'GET /user/captcha-challenge': () => (isDown ? 'no answer' : challenge) });
  await shop.findByText('The captcha could not be loaded.');
  isDown = false;
  await shop.user.click(shop.getByRole('button', { name: 'Try again' }));
  expect(await shop.findByRole('checkbox', { name: "I'm not a robot" })).toBeTruthy();
});

test.each([
  ['refused', /did not let you in/],
  ['expired', /took too long/],
  ['unavailable', /not possible at the moment/],
  ['<script>', /could not confirm who you are/],
])('a sign-in over another site that ended with %s is explained in a sentence', async (error, sentence) => {
  const shop = openPage(`/auth/login?error=${encodeURIComponent(error)}`, captcha);
  expect((await shop.findByRole('alert')).textContent).toMatch(sentence);
});

test('the password can be looked at', async () => {
  const shop = await fillLogin({});
  const password = shop.getByLabelText('Password');
  expect(password.getAttribute('type')).toBe('password');
  await shop.user.click(shop.getByRole('button', { name: 'Show password' }));
  expect(password.getAttribute('type')).toBe('text');
  expect(shop.getByRole('button', { name: 'Show password', pressed: true })).toBeTruthy();
});

test.each(['/auth/login', '/auth/signup', '/auth/forgot'])('%s leads home who is logged in', async (address) => {
  logInAlready();
  const shop = openPage(address, home);
  await waitFor(() => expect(shop.at.path).toBe('/home'));
});

async function signUp(answer: FakeRoutes[string]) {
  const shop = openPage('/auth/signup', { ...captcha, 'POST /user/signup': answer });
  await shop.user.type(await shop.findByLabelText('First name'), 'Ada');
  await shop.user.type(shop.getByLabelText('Last name'), 'Byron');
  await shop.user.type(shop.getByLabelText('E-mail'), 'ada@example.com');
  await shop.user.click(shop.getByLabelText('Password'));
  await shop.user.paste('correct horse battery');
  await shop.user.click(shop.getByRole('button', { name: 'Sign Up' }));
  return shop;
}

test('a new account is confirmed with the server’s message, and the login follows', async () => {
  const shop = await signUp({ status: 201, body: { message: 'Welcome! Look into your mailbox.' } });
  expect(await shop.findByText('Welcome! Look into your mailbox.')).toBeTruthy();
  expect(shop.at.path).toBe('/auth/login');
  expect(shop.callsOf('POST /user/signup')[0]?.body).toEqual({
    username: 'Ada',
    lastname: 'Byron',
    email: 'ada@example.com',
    password: 'correct horse battery',
  });
});

test('a refused signup shows the server’s words in the popup and at the field, and keeps what was typed', async () => {
  const message = 'This password is too common.';
  const shop = await signUp({ status: 400, body: { message, details: [{ field: 'password', message }] } });
  await shop.findByRole('heading', { name: 'Account Status' });
  await shop.user.click(shop.getByRole('button', { name: 'Close' }));
  const field = shop.getByLabelText('Password') as HTMLInputElement;
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById('password-problem')?.textContent).toBe(message);
  expect(field.value).toBe('correct horse battery');
});

async function askForLink(answer: FakeRoutes[string]) {
  const shop = openPage('/auth/forgot', { 'POST /user/forgot-password': answer });
  await shop.user.type(await shop.findByLabelText('E-mail'), 'ada@example.com');
  await shop.user.click(shop.getByRole('button', { name: 'Send the link' }));
  return shop;
}

test('a forgotten password shows the server’s message', async () => {
  const shop = await askForLink({ body: { succes: true, message: 'A link is on its way.' } });
  expect(await shop.findByText('A link is on its way.')).toBeTruthy();
  expect(shop.getByText(/works for 30 minutes/)).toBeTruthy();
});

test('a captcha that the server asks for is shown beside the address, which stays, and the next press sends its pass', async () => {
  let isPassed = false;
  const refused = { status: 403, body: { message: 'Please verify the captcha.', captcha: true } };
  const shop = openPage('/auth/forgot', {
    'POST /user/forgot-password': () => (isPassed ? { body: { succes: true, message: 'A link is on its way.' } } : refused),
    'GET /user/captcha-challenge': { body: { provider: 'altcha', parameters: {}, signature: 'x' } },
    'POST /user/verifyCaptcha': () => ((isPassed = true), { body: { success: true } }),
  });
  await shop.user.type(await shop.findByLabelText('E-mail'), 'ada@example.com');
  const send = () => shop.user.click(shop.getByRole('button', { name: 'Send the link' }));
  await send();
  expect(await shop.findByText('Please verify the captcha.')).toBeTruthy();
  await shop.user.click(shop.getByRole('button', { name: 'Close' }));
  await shop.user.click(await shop.findByRole('checkbox', { name: "I'm not a robot" }));
  await send();
  expect(await shop.findByText('A link is on its way.')).toBeTruthy();
  expect(shop.callsOf('POST /user/forgot-password').at(-1)?.body).toEqual({ email: 'ada@example.com' });
});

test.each([['no answer' as const], [{ status: 503, body: {} }]])('forgot that ends in %j says that an error occurred', async (answer) => {
  const shop = await askForLink(answer);
  expect(await shop.findByText('An error occurred while processing your request.')).toBeTruthy();
});

test.each(['login', 'signup'])('passwords of /auth/%s are hidden, and can be pasted by a manager of passwords', async (kind) => {
  const shop = openPage(`/auth/${kind}`, { ...home, ...captcha });
  const field = (await shop.findByLabelText('Password')) as HTMLInputElement;
  expect(field.type).toBe('password');
  await shop.user.click(field);
  await shop.user.paste('pasted by a manager ');
  expect(field.value).toBe('pasted by a manager ');
});
