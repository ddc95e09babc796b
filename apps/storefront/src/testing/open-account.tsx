import { within } from '@testing-library/react';
import { AccountPage } from '../features/account/account-pages.ts';
import type { FakeRoutes } from './fake-api.ts';
import { pageOpener } from './open-page.tsx';

const openPage = pageOpener({ '/account/:tab': <AccountPage /> });

/** What the API answers of the account. */
export const profile = (given: object = {}) => ({
  username: 'Ada',
  lastname: 'Byron',
  email: 'ada@example.com',
  isEmailVerified: true,
  hasPassword: true,
  ...given,
});
/** An order as the API lists it. */
export const order = (given: object = {}) => ({
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

/** The page of the account on one of its tabs, of a buyer who is logged in. `open`: with the whole shop around it, or the page alone. */
export function openAccount(tab: string, routes: FakeRoutes = {}, open = openPage) {
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
