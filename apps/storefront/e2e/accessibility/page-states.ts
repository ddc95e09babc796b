import type { Page } from '@playwright/test';
import { newcomer } from '../support/account-forms.ts';
import { origins } from '../support/origins.ts';
import { GUEST_ORDER, ORDER_KEYS } from './sample-order.ts';
import { answers, button, dialog, game, isDown, type State, type Visit } from './page-state.ts';
import { moveOn } from '../support/visitor.ts';

/** What a page shows after something was done, refused, or not answered. */

const main = (page: Page) => page.getByRole('main');

const whileDown = (name: string, what: string, path: () => Promise<string>): State => ({
  name: `${name} while the API is down`,
  open: async (page) => {
    await isDown(page);
    await moveOn(page, await path());
  },
  shows: (page) =>
    main(page)
      .getByRole('alert')
      .filter({ hasText: `${what} could not be loaded.` })
      .getByRole('button', { name: 'Try again' }),
});

export const PAGE_STATES: readonly Visit[] = [
  {
    address: '/auth/login?error=refused',
    width: 1320,
    states: [
      { name: 'a login that came back from another site without one', shows: (page) => main(page).getByRole('alert') },
      {
        name: 'the account popup',
        isModal: true,
        open: async (page) => {
          await isDown(page);
          await main(page).getByLabel('E-mail').fill('ada@example.com');
          await main(page).getByLabel('Password', { exact: true }).fill('not the password');
          await main(page).getByRole('button', { name: 'Sign in' }).click();
        },
        shows: dialog('Account Status'),
      },
    ],
  },
  {
    address: '/contact',
    width: 360,
    states: [
      {
        name: 'the contact form without its captcha',
        open: async (page) => {
          const form = page.getByRole('form', { name: 'Contact' });
          for (const label of ['Full name', 'E-mail', 'Message']) await form.getByLabel(label).fill('ada@example.com');
          await form.getByRole('button', { name: 'Send message' }).click();
        },
        shows: (page) => page.getByText('Please verify the captcha.'),
      },
    ],
  },
  {
    address: '/order/guest/x',
    width: 360,
    prepare: (page) => answers(page, '/order/guest/x*', GUEST_ORDER),
    states: [
      {
        name: 'an order of a guest with its key',
        open: button('Show order and keys'),
        shows: (page) => page.getByText('AAAA-BBBB-CCCC'),
      },
    ],
  },
  {
    address: '/products/Steam',
    width: 360,
    furtherWidths: [1000, 1440],
    prepare: async (page) => {
      await newcomer(page);
      await answers(page, '/order', [GUEST_ORDER.order]);
      await answers(page, '/order/x/keys*', { ...GUEST_ORDER, keys: ORDER_KEYS });
      await answers(page, '/user/social-logins', { items: [{ provider: 'google', linkedAt: '2026-03-05T10:00:00Z' }] });
    },
    states: [
      {
        name: 'a wishlist',
        open: async (page) => {
          await button(/^Add to Wishlist/)(page);
          await page.getByRole('link', { name: /^Wishlist/ }).click();
          await page.waitForURL('**/account/favs');
        },
        shows: (page) => main(page).getByRole('button', { name: /^Remove From Wishlist/ }),
      },
      {
        name: 'devices, a login to be unlinked, and recent activity',
        open: async (page) => {
          await moveOn(page, '/account/info');
          await button('Unlink Google')(page);
          await button('Show recent activity')(page);
        },
        shows: (page) => main(page).getByText('Logged in', { exact: true }),
      },
      {
        name: 'an account that is about to be closed',
        open: button('Close account'),
        shows: (page) => main(page).getByLabel('Your password', { exact: true }),
      },
      {
        name: 'an order of the account with its keys',
        open: async (page) => {
          await moveOn(page, '/account/orders');
          await button(/^Show keys/)(page);
        },
        shows: (page) => page.getByText('AAAA-BBBB-CCCC'),
      },
    ],
  },
  {
    address: '/auth/verify/x',
    width: 1320,
    prepare: (page) => answers(page, '/user/verify/x', { status: false, needsLogin: true, message: 'Please log in.' }),
    states: [
      {
        name: 'a verification link that waits for a login',
        shows: (page) => main(page).getByRole('status').filter({ hasText: 'Please log in.' }),
      },
    ],
  },
  {
    address: '/checkout',
    width: 360,
    remembers: 'a product that is gone',
    states: [
      {
        name: 'the checkout with every error',
        open: button(/^Pay/),
        shows: (page) => page.getByRole('alert').filter({ hasText: 'You must accept the Terms and Privacy policy.' }),
      },
      {
        name: 'the checkout with a wrong e-mail address',
        open: async (page) => {
          await page.getByLabel('Full name').fill('Ada Buyer');
          await main(page).getByLabel('E-mail').fill('ada@nowhere');
          await button(/^Pay/)(page);
        },
        shows: (page) => page.getByRole('alert').filter({ hasText: 'Please enter a valid email address.' }),
      },
      {
        name: 'the checkout that names a removed product',
        isModal: true,
        open: async (page) => {
          await main(page).getByLabel('E-mail').fill('ada@example.com');
          await main(page).getByRole('checkbox').check();
          await button(/^Pay/)(page);
        },
        shows: (page) => page.getByRole('alertdialog').filter({ hasText: 'some products has been removed' }),
      },
    ],
  },
  {
    address: '/my-cart',
    width: 1320,
    states: [
      { name: 'the cart after a removal', open: button(/^Remove /), shows: (page) => page.getByRole('button', { name: 'Undo' }) },
      {
        name: 'a list while it loads',
        open: async (page) => {
          await page.route(`${origins.api}/**`, () => undefined);
          await moveOn(page, '/products/Steam');
        },
        shows: (page) =>
          main(page)
            .getByRole('status')
            .filter({ hasText: /loading/i }),
      },
      whileDown('a list', 'The list', async () => '/products/Xbox'),
      { name: 'the notice of a lost connection', shows: (page) => page.getByText('The shop gives no answer. We keep trying.') },
      whileDown('a game', 'The game', game),
      whileDown('home', 'The shop window', async () => '/home'),
      {
        name: "the router's error screen",
        open: async (page) => {
          await answers(page, '/blog/', [null, null]);
          await moveOn(page, '/blogs');
        },
        shows: (page) => page.getByRole('heading', { name: 'Unexpected Application Error!' }),
      },
    ],
  },
];
