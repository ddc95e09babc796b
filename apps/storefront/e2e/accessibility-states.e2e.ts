import { expect, type Page, test } from '@playwright/test';
import { encodeCart, productPath } from '@keyturn/shop-rules';
import { CORS, newcomer } from './account-desk.ts';
import { violations } from './axe.ts';
import { origins } from './origins.ts';
import { GUEST_ORDER, ORDER_KEYS } from './sample-order.ts';
import { arriveWith, gameInStock, loggedIn, moveOn, settled, storedLine } from './visitor.ts';

const WIDTHS = [360, 1000, 1920];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface State {
  readonly name: string;
  readonly address?: string | (() => Promise<string>);
  /** What the browser remembers; a cart of two pieces where nothing is said. */
  readonly stored?: Readonly<Record<string, string>>;
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly open?: (page: Page) => Promise<void>;
  /** The state is there once this is seen. */
  readonly shows: (page: Page) => ReturnType<Page['locator']>;
  readonly widths?: readonly number[];
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const down = (page: Page) => page.route(`${origins.api}/**`, (route) => route.abort('connectionrefused'));
const game = async () => productPath(await gameInStock(1));

const openReviewDialog = async (page: Page) => {
  // Far from the view it is the words that the server sent to any visitor.
  await page.getByRole('heading', { name: 'Reviews', exact: true }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Add Review' }).click();
};

const STATES: readonly State[] = [
  {
    name: 'the cookie notice',
    stored: { 'allow-cookies': '' },
    shows: (page) => page.getByRole('button', { name: 'Allow Cookies' }),
  },
  { name: 'the login menu', open: button('Account'), shows: (page) => page.getByRole('heading', { name: 'Welcome !' }) },
  { name: 'the mobile menu', open: button('Menu'), shows: (page) => page.getByRole('dialog', { name: 'Menu' }) },
  {
    name: 'the search box with suggestions',
    open: (page) => page.getByRole('combobox', { name: /^Search/ }).fill('the'),
    shows: (page) => page.getByRole('option').first(),
  },
  {
    name: 'the search box without a match',
    open: (page) => page.getByRole('combobox', { name: /^Search/ }).fill('zzqqxx'),
    shows: (page) => page.getByRole('banner').getByText('No Product Found !').last(),
  },
  {
    name: 'the filter sheet',
    address: '/products/Steam',
    open: button(/^Filters/),
    shows: (page) => page.getByRole('dialog', { name: 'Filters' }),
    widths: [360],
  },
  {
    name: 'the account popup',
    address: '/auth/login',
    open: async (page) => {
      await down(page);
      await page.getByRole('main').getByLabel('E-mail').fill('ada@example.com');
      await page.getByRole('main').getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    },
    shows: (page) => page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: 'Account Status' }) }),
  },
  {
    name: 'the cart popup',
    address: '/products/Steam',
    stored: {},
    open: button(/^Add to Cart/),
    shows: (page) => page.getByRole('dialog').filter({ hasText: 'You have 1 items in your cart' }),
  },
  {
    name: 'the contact form without its captcha',
    address: '/contact',
    open: async (page) => {
      const form = page.getByRole('form', { name: 'Contact' });
      for (const label of ['Full name', 'E-mail', 'Message']) await form.getByLabel(label).fill('ada@example.com');
      await form.getByRole('button', { name: 'Send message' }).click();
    },
    shows: (page) => page.getByText('Please verify the captcha.'),
  },
  {
    name: 'the newsletter form with an error',
    address: '/guide',
    open: async (page) => {
      await button('Newsletter')(page);
      await button('Subscribe')(page);
    },
    shows: (page) => page.getByText('Email is required'),
  },
  {
    name: 'the review dialog without a star',
    address: game,
    prepare: loggedIn,
    open: async (page) => {
      await openReviewDialog(page);
      await page.getByRole('button', { name: 'Submit' }).click();
    },
    shows: (page) => page.getByText('Please choose from 1 to 5 stars.'),
  },
  {
    name: 'an order of a guest with its key',
    address: '/order/guest/x',
    prepare: (page) => page.route(`${origins.api}/order/guest/x`, (route) => route.fulfill({ json: GUEST_ORDER })),
    open: button('Show order and keys'),
    shows: (page) => page.getByText('AAAA-BBBB-CCCC'),
  },
  {
    name: 'an order of the account with its keys',
    address: '/account/orders',
    prepare: async (page) => {
      await loggedIn(page);
      await page.route(`${origins.api}/order`, (route) => route.fulfill({ json: [GUEST_ORDER.order] }));
      await page.route(`${origins.api}/order/x/keys`, (route) => route.fulfill({ json: { ...GUEST_ORDER, keys: ORDER_KEYS } }));
    },
    open: button(/^Show keys/),
    shows: (page) => page.getByText('AAAA-BBBB-CCCC'),
  },
  {
    name: 'a wishlist',
    address: '/account/favs',
    prepare: newcomer,
    open: async (page) => {
      await page.goto('/products/Steam');
      await page
        .getByRole('button', { name: /^Add to Wishlist/ })
        .first()
        .click();
      await page.getByRole('link', { name: /^Wishlist/ }).click();
    },
    shows: (page) => page.getByRole('main').getByRole('button', { name: /^Remove From Wishlist/ }),
  },
  {
    name: 'a login that came back from another site without one',
    address: '/auth/login?error=refused',
    shows: (page) => page.getByRole('main').getByRole('alert'),
  },
  {
    name: 'a verification link that waits for a login',
    address: '/auth/verify/x',
    prepare: (page) =>
      page.route(`${origins.api}/user/verify/x`, (route) =>
        route.fulfill({ json: { status: false, needsLogin: true, message: 'Please log in.' }, headers: CORS }),
      ),
    shows: (page) => page.getByRole('main').getByRole('status'),
  },
  {
    name: 'the activation guide',
    address: game,
    open: button("Don't know how to activate ?"),
    shows: (page) => page.getByRole('dialog').getByRole('heading').first(),
  },
  {
    name: 'the checkout with every error',
    address: '/checkout',
    open: button(/^Pay/),
    shows: (page) => page.getByRole('alert').filter({ hasText: 'You must accept the Terms and Privacy policy.' }),
  },
  {
    name: 'the checkout with a wrong e-mail address',
    address: '/checkout',
    open: async (page) => {
      await page.getByLabel('Full name').fill('Ada Buyer');
      await page.getByLabel('E-mail').fill('ada@nowhere');
      await page.getByRole('button', { name: /^Pay/ }).click();
    },
    shows: (page) => page.getByRole('alert').filter({ hasText: 'Please enter a valid email address.' }),
  },
  {
    name: 'the checkout that tells of a removed product',
    address: '/checkout',
    open: async (page) => {
      await page.getByLabel('Full name').fill('Ada Buyer');
      await page.getByLabel('E-mail').fill('ada@example.com');
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: /^Pay/ }).click();
    },
    stored: { idt: 'gone' },
    shows: (page) => page.getByRole('alertdialog').filter({ hasText: 'some products has been removed' }),
  },
  {
    name: 'the newsletter popup',
    address: '/guide',
    open: async (page) => {
      await page.route(`${origins.api}/news`, (route) => route.fulfill({ json: { success: true }, headers: CORS }));
      const footer = page.getByRole('contentinfo');
      await footer.getByRole('button', { name: 'Newsletter' }).click();
      await footer.getByLabel('New games and prices by e-mail').fill('ada@example.com');
      await footer.getByRole('checkbox').check();
      await footer.getByRole('button', { name: 'Subscribe' }).click();
    },
    shows: (page) => page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: 'Newsletter', exact: true }) }),
  },
  {
    name: 'the error popup, over the dialog that it came from',
    address: game,
    prepare: loggedIn,
    open: async (page) => {
      await openReviewDialog(page);
      await page.getByRole('radio', { name: '4 stars' }).check();
      await down(page);
      await page.getByRole('button', { name: 'Submit' }).click();
    },
    shows: (page) => page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: 'Error', exact: true }) }),
  },
  {
    name: 'a screenshot in full size',
    address: game,
    open: button(/^Enlarge .* 1 of /),
    shows: (page) => page.getByRole('dialog', { name: 'Screenshots' }),
  },
  {
    name: 'the notice of a lost connection',
    address: '/my-cart',
    open: async (page) => {
      await page.waitForLoadState('networkidle');
      await down(page);
      await moveOn(page, '/products/Steam');
    },
    shows: (page) => page.getByText('The shop gives no answer. We keep trying.'),
  },
  {
    name: "the router's error screen",
    address: '/my-cart',
    open: async (page) => {
      await page.waitForLoadState('networkidle');
      await page.route(`${origins.api}/blog`, (route) => route.fulfill({ json: [null, null], headers: CORS }));
      await moveOn(page, '/blogs');
    },
    shows: (page) => page.getByRole('heading', { name: 'Unexpected Application Error!' }),
  },
  { name: 'an empty list', address: '/search/zzqqxx', shows: (page) => page.getByRole('heading', { name: 'No results found !' }) },
  {
    name: 'an empty cart',
    address: '/my-cart',
    stored: {},
    shows: (page) => page.getByRole('heading', { name: 'You Cart Is Empty !' }),
  },
  {
    name: 'the cart after a removal',
    address: '/my-cart',
    open: button(/^Remove /),
    shows: (page) => page.getByRole('button', { name: 'Undo' }),
  },
  ...(
    [
      ['/home', async () => '/home'],
      ['/products/Steam', async () => '/products/Steam'],
      ['a game', game],
    ] as const
  ).map(([name, next]) => ({
    name: `${name} while the API is down`,
    address: '/my-cart',
    open: async (page: Page) => {
      const path = await next();
      await page.waitForLoadState('networkidle');
      await down(page);
      await moveOn(page, path);
    },
    shows: (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' }).first(),
  })),
  {
    name: 'a list while it loads',
    address: '/my-cart',
    open: async (page) => {
      await page.waitForLoadState('networkidle');
      await page.route(`${origins.api}/**`, () => undefined);
      await moveOn(page, '/products/Steam');
    },
    shows: (page) =>
      page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: /loading/i }),
  },
];

// What opens over any page opens over one of few words here: the pages themselves are looked at in accessibility.e2e.ts.
for (const { name, address = '/guide', stored, prepare, open, shows, widths = WIDTHS } of STATES) {
  test(`${name} breaks no rule of accessibility at ${widths.join(', ')} px`, async ({ page }) => {
    const two = await gameInStock(2);
    const gone = encodeCart([storedLine(two), storedLine({ ...two, name: 'Gone Game' }, { id: '999999999' })]);
    const remembered = stored?.idt === 'gone' ? { idt: gone } : (stored ?? { idt: encodeCart([storedLine(two, { quantity: 2 })]) });
    const path = typeof address === 'string' ? address : await address();
    await prepare?.(page);
    await page.setViewportSize({ width: widths[0] ?? 360, height: 800 });
    await arriveWith(page, remembered, path);
    if (!prepare) await settled(page);
    await open?.(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await expect(shows(page)).toBeVisible();
      expect.soft(await violations(page), `${width} px`).toEqual([]);
    }
  });
}
