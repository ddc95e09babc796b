import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { FakeRoutes } from '../../testing/fake-api.ts';
import { openShop } from '../../testing/open-shop.tsx';

async function signIn(routes: FakeRoutes) {
  const shop = openShop('/auth/login', { 'GET /home': { body: [] }, ...routes });
  await shop.user.type(await shop.findByLabelText('E-mail'), 'ada@example.com');
  await shop.user.type(shop.getByLabelText('Password'), 'correct horse');
  await shop.user.click(shop.getByRole('button', { name: 'Sign in' }));
  return shop;
}

test('signing in sets both cookies and leads home', async () => {
  const shop = await signIn({ 'POST /user/login': { body: { succes: true, tk: 'token', username: 'Ada', message: 'Hello' } } });
  await waitFor(() => expect(shop.at.path).toBe('/home'));
  expect(document.cookie).toContain('tk=token');
  expect(document.cookie).toContain('username=Ada');
});

test('a refused login shows the server’s words in the account popup', async () => {
  const shop = await signIn({ 'POST /user/login': { status: 401, body: { succes: false, message: 'Wrong e-mail or password.' } } });
  expect(await shop.findByRole('heading', { name: 'Account Status' })).toBeTruthy();
  expect(shop.getByText('Wrong e-mail or password.')).toBeTruthy();
});

test('a login without an answer says that an error occurred', async () => {
  const shop = await signIn({ 'POST /user/login': 'no answer' });
  expect(await shop.findByText('An error occurred during login. Please try again.')).toBeTruthy();
});
