import { expect, jest, test } from '@jest/globals';
import { activationGuide, activationGuides } from '@keyturn/shop-rules';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import type { Answer } from '../testing/fake-api.ts';
import { beside, fetching, list, section } from '../testing/fetching-pages.ts';
import { openLoadedShop, openShop } from '../testing/open-shop.tsx';
import { game } from '../testing/products.ts';

test.each(fetching)(
  '$address says that it is loading, then that the API is down while it is, and shows what the API has by another try',
  async ({ address, call, body, shows, loading }) => {
    const slow = Promise.withResolvers<Answer>();
    let isDown = true;
    let asked = 0;
    const shop = await openLoadedShop(address, {
      ...beside,
      [call]: () => (asked++ === 0 ? slow.promise : isDown ? 'no answer' : { body }),
    });
    expect(shop.getByText(loading)).toBeTruthy();
    slow.resolve('no answer');
    const tryAgain = async () => {
      const alert = await shop.findByRole('alert');
      expect(document.querySelector('dialog[open]')).toBeNull();
      await shop.user.click(within(alert).getByRole('button', { name: 'Try again' }));
    };
    await tryAgain();
    await waitFor(() => expect(asked).toBe(2));
    isDown = false;
    await tryAgain();
    await waitFor(() => expect(shop.getByRole('main').textContent).toContain(shows));
  },
);

test.each(fetching.filter(({ loading }) => loading === 'Loading the list…'))(
  '$address without a match says so',
  async ({ address, call }) => {
    const shop = await openLoadedShop(address, { [call]: { body: { products: [], games: [], totalPages: 0 } } });
    expect(await shop.findByRole('heading', { name: 'No results found !' })).toBeTruthy();
  },
);

test('a list that cannot be loaded says its empty text and what happened', async () => {
  const alert = within(await (await openLoadedShop('/products/Steam')).findByRole('alert'));
  expect(alert.getByText('No results found !')).toBeTruthy();
  expect(alert.getByText('The list could not be loaded.')).toBeTruthy();
});

test('/ leads to /home', async () => {
  const shop = await openLoadedShop('/', { 'GET /home': { body: [] } });
  await waitFor(() => expect(shop.at.path).toBe('/home'));
});

test.each(['/404', '/nowhere', '/search/%E0%A4', '/product/Half-Life-abc', '/products/Atari'])(
  '%s is no page, and a link leads home',
  async (address) => {
    const shop = await openLoadedShop(address);
    expect(await shop.findByRole('heading', { name: 'Page Not Found!' })).toBeTruthy();
    expect(shop.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/home');
  },
);

test('an address that cannot be decoded leaves no warning of the router', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const shop = await openLoadedShop('/search/%E0%A4');
  await shop.findByRole('heading', { name: 'Page Not Found!' });
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

test('the guide begins with Steam and ends with what holds for any platform', async () => {
  const shop = await openLoadedShop('/guide');
  expect(await shop.findByRole('heading', { level: 1, name: 'Steam activation guide' })).toBeTruthy();
  const headings = within(shop.getByRole('main')).getAllByRole('heading', { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual(activationGuides().map(({ platform }) => `Activate on ${platform}`));
  const [steam] = within(shop.getByRole('main')).getAllByRole('list');
  expect(
    within(steam as HTMLElement)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(activationGuide('Steam').steps);
});

test('a game that the shop does not have is no page', async () => {
  const shop = await openLoadedShop('/product/Half-Life-7', {
    'GET /products/kinguinId/7': { status: 404, body: { message: 'No such game.' } },
  });
  expect(await shop.findByRole('heading', { name: 'Page Not Found!' })).toBeTruthy();
});

test('a platform in another letter case leads to its right spelling', async () => {
  const shop = await openLoadedShop('/products/steam', { 'GET /products/kinguin/Steam': { body: list } });
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam'));
});

test('a page past the end is the last page', async () => {
  const shop = await openLoadedShop('/products/Steam?page=9', {
    'GET /products/kinguin/Steam': ({ query }) => ({ body: { ...list, products: query.get('page') === '3' ? [game()] : [] } }),
  });
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam?page=3'));
});

test('the home page keeps the order of its blocks', async () => {
  const body = [
    [{ products: [game({ name: 'Featured', kinguinId: 70 })] }],
    section({ id: '1', sectionName: 'First' }),
    section({ id: '2', sectionName: 'After the price tiles', after_slider_price: true }),
    section({ id: '3', sectionName: 'After the platforms', after_slider_platform: true }),
    section({ id: '4', sectionName: 'Middle' }),
  ];
  const shop = await openLoadedShop('/home', { 'GET /home': { body } });
  await shop.findByRole('heading', { name: 'First' });
  const headings = within(shop.getByRole('main')).getAllByRole('heading', { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Featured',
    'First',
    'Explore By Genre',
    'Middle',
    'Explore By Platform',
    'After the platforms',
    'Explore By Price',
    'After the price tiles',
  ]);
});

test('an account page asks a visitor to sign in', async () => {
  const shop = await openLoadedShop('/account/favs');
  await waitFor(() => expect(shop.at.path).toBe('/auth/login'));
  expect(await shop.findByText(/Your wishlist is saved on this device/)).toBeTruthy();
});

test.each(['/account', '/account/info', '/account/nowhere'])('%s leads a visitor to the login', async (address) => {
  const shop = await openLoadedShop(address);
  await waitFor(() => expect(shop.at.path).toBe('/auth/login'));
});

test.each(['/account', '/account/nowhere'])('%s is the profile of who is logged in', async (address) => {
  document.cookie = 'tk=token; Path=/';
  document.cookie = 'username=Ada; Path=/';
  const shop = await openLoadedShop(address);
  await waitFor(() => expect(shop.at.path).toBe('/account/info'));
  expect(await shop.findByRole('heading', { name: 'My Profile' })).toBeTruthy();
  expect(shop.getByRole('link', { name: 'Account of Ada' }).getAttribute('href')).toBe('/account/info');
});

test('a page whose name the shop does not know leads to /404', async () => {
  const shop = await openLoadedShop('/about/No%20Such%20Page', {
    'POST /pages/getPage': { status: 404, body: { message: 'No such page.' } },
  });
  // The URL has changed before the page.
  expect(await shop.findByRole('heading', { level: 1, name: 'Page Not Found!' })).toBeTruthy();
  expect(shop.at.path).toBe('/404');
});

test('Router failure: "Unexpected Application Error!" in the place of a page that breaks', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const shop = await openLoadedShop('/blogs', { 'GET /blog/': { body: [null, null] } });
  expect(await shop.findByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeTruthy();
  said.mockRestore();
});

test.each([
  ['/home', 'GET /home'],
  ['/product/Half-Life-7', 'GET /products/kinguinId/7'],
])('%s says after ten seconds that it is still loading, and Try again asks anew', async (address, call) => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  try {
    const shop = openShop(address, { [call]: 'never' });
    await act(() => jest.advanceTimersByTimeAsync(10_500));
    const status = within(shop.getByText(/^Still loading…/));
    expect(shop.callsOf(call)).toHaveLength(1);
    fireEvent.click(status.getByRole('button', { name: 'Try again' }));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(shop.callsOf(call)).toHaveLength(2);
  } finally {
    jest.useRealTimers();
  }
});

test('another kind of /auth leads to the start', async () => {
  const shop = await openLoadedShop('/auth/nothing', { 'GET /home': { body: [] } });
  await waitFor(() => expect(shop.at.path).toBe('/home'));
});

test('structured data of the first page stays while that page gets its content, and goes with it', async () => {
  const data = document.head.appendChild(document.createElement('script'));
  data.type = 'application/ld+json';
  const shop = await openLoadedShop('/about', {
    'POST /pages/getPage': { body: { name: 'About Us', description: '<p>Who we are</p>', meta_description: 'All about us' } },
  });
  await shop.findByText('Who we are');
  await waitFor(() => expect(document.head.querySelector('meta[name="description"]')?.getAttribute('content')).toBe('All about us'));
  expect(data.isConnected).toBe(true);
  await shop.user.click(shop.getByRole('link', { name: 'Cart, 0 items' }));
  await shop.findByRole('heading', { level: 1, name: 'Your cart' });
  expect(data.isConnected).toBe(false);
});
