import { expect, jest, test } from '@jest/globals';
import { activationGuide, activationGuides } from '@keyturn/shop-rules';
import { waitFor, within } from '@testing-library/react';
import type { FakeRoutes } from '../testing/fake-api.ts';
import { openShop } from '../testing/open-shop.tsx';
import { game, gamePage } from '../testing/products.ts';

const section = (given: object) => ({
  id: '1',
  sectionName: 'Bestsellers',
  products: [game()],
  after_slider_platform: false,
  after_slider_price: false,
  ...given,
});
const list = { products: [game()], totalPages: 3 };
const post = {
  id: '1',
  title: 'Regions',
  uniqueRoute: 'regions',
  coverImage: 'images/abc-960.webp',
  metaDescription: 'What regions mean.',
  createdAt: '2026-10-01T00:00:00.000Z',
  date: '2026-10-02T00:00:00.000Z',
  description: '<h3>Europe first</h3>',
};
const beside: FakeRoutes = {
  'POST /products/similarProducts': { body: { products: [] } },
  'GET /review/kinguin/7': { body: [] },
  'GET /blog': { body: [] },
};

/** Every route that fetches: what it asks for, and what shows that it got it. */
const fetching = [
  {
    address: '/home',
    call: 'GET /home',
    body: [[{ products: [game()] }], section({})],
    shows: 'Bestsellers',
    loading: 'Loading the shop…',
  },
  { address: '/products/Steam', call: 'GET /products/kinguin/Steam', body: list, shows: 'Half-Life', loading: 'Loading the list…' },
  {
    address: '/softwares',
    call: 'GET /products',
    body: { games: [game()], totalPages: 1 },
    shows: 'Half-Life',
    loading: 'Loading the list…',
  },
  {
    address: '/game-list-filtred?genres=RPG',
    call: 'GET /products/getAllProductsFiltred',
    body: list,
    shows: 'Half-Life',
    loading: 'Loading the list…',
  },
  { address: '/search/half', call: 'GET /products/search/half', body: list, shows: 'Half-Life', loading: 'Loading the list…' },
  {
    address: '/product/Half-Life-7',
    call: 'GET /products/kinguinId/7',
    body: gamePage(),
    shows: 'Half-Life',
    loading: 'Loading the product…',
  },
  {
    address: '/software/Half-01jx',
    call: 'GET /products/01jx',
    body: { game: gamePage(), message: 'success' },
    shows: 'Half-Life',
    loading: 'Loading the product…',
  },
  {
    address: '/about',
    call: 'POST /pages/getPage',
    body: { name: 'About Us', description: '<p>We sell keys.</p>', meta_description: '' },
    shows: 'We sell keys.',
    loading: 'Loading the page…',
  },
  { address: '/blogs', call: 'GET /blog', body: [post], shows: 'Regions', loading: 'Loading the blog…' },
  { address: '/blog/regions', call: 'GET /blog/title/regions', body: post, shows: 'Europe first', loading: 'Loading the post…' },
];

test.each(fetching)('$address shows what the API has', async ({ address, call, body, shows }) => {
  const shop = openShop(address, { ...beside, [call]: { body } });
  await waitFor(() => expect(shop.getByRole('main').textContent).toContain(shows));
});

test.each(fetching)('$address says that it is loading while there is no answer', async ({ address, call, loading }) => {
  const shop = openShop(address, { [call]: 'never' });
  expect(await shop.findByText(loading)).toBeTruthy();
});

test.each(fetching)('$address offers another try when the API is down, and comes back with it', async ({ address, call, body, shows }) => {
  let isDown = true;
  const shop = openShop(address, { ...beside, [call]: () => (isDown ? 'no answer' : { body }) });
  const alert = await shop.findByRole('alert');
  isDown = false;
  await shop.user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(shop.getByRole('main').textContent).toContain(shows));
});

test.each(fetching.filter(({ loading }) => loading === 'Loading the list…'))(
  '$address without a match says so',
  async ({ address, call }) => {
    const shop = openShop(address, { [call]: { body: { products: [], games: [], totalPages: 0 } } });
    expect(await shop.findByRole('heading', { name: 'No results found !' })).toBeTruthy();
  },
);

test('a list that cannot be loaded says its empty text and what happened', async () => {
  const alert = within(await openShop('/products/Steam').findByRole('alert'));
  expect(alert.getByText('No results found !')).toBeTruthy();
  expect(alert.getByText('The list could not be loaded.')).toBeTruthy();
});

test('/ leads to /home', async () => {
  const shop = openShop('/', { 'GET /home': { body: [] } });
  await waitFor(() => expect(shop.at.path).toBe('/home'));
});

test.each(['/404', '/nowhere', '/search/%E0%A4', '/product/Half-Life-abc', '/products/Atari'])(
  '%s is no page, and a link leads home',
  async (address) => {
    const shop = openShop(address);
    expect(await shop.findByRole('heading', { name: 'Page Not Found!' })).toBeTruthy();
    expect(shop.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/home');
  },
);

test('an address that cannot be decoded leaves no warning of the router', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const shop = openShop('/search/%E0%A4');
  await shop.findByRole('heading', { name: 'Page Not Found!' });
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

test('the guide begins with Steam and ends with what holds for any platform', async () => {
  const shop = openShop('/guide');
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
  const shop = openShop('/product/Half-Life-7', { 'GET /products/kinguinId/7': { status: 404, body: { message: 'No such game.' } } });
  expect(await shop.findByRole('heading', { name: 'Page Not Found!' })).toBeTruthy();
});

test('a platform in another letter case leads to its right spelling', async () => {
  const shop = openShop('/products/steam', { 'GET /products/kinguin/Steam': { body: list } });
  await waitFor(() => expect(shop.at.path).toBe('/products/Steam'));
});

test('a page past the end is the last page', async () => {
  const shop = openShop('/products/Steam?page=9', {
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
  const shop = openShop('/home', { 'GET /home': { body } });
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
  const shop = openShop('/account/favs');
  await waitFor(() => expect(shop.at.path).toBe('/auth/login'));
  expect(await shop.findByText(/Your wishlist is saved on this device/)).toBeTruthy();
});

test.each(['/account', '/account/info', '/account/nowhere'])('%s leads a visitor to the login', async (address) => {
  const shop = openShop(address);
  await waitFor(() => expect(shop.at.path).toBe('/auth/login'));
});

test.each(['/account', '/account/nowhere'])('%s is the profile of who is logged in', async (address) => {
  document.cookie = 'tk=token; Path=/';
  document.cookie = 'username=Ada; Path=/';
  const shop = openShop(address);
  await waitFor(() => expect(shop.at.path).toBe('/account/info'));
  expect(await shop.findByRole('heading', { name: 'My Profile' })).toBeTruthy();
  expect(shop.getByRole('link', { name: 'Account of Ada' }).getAttribute('href')).toBe('/account/info');
});

test('another kind of /auth leads to the start', async () => {
  const shop = openShop('/auth/nothing', { 'GET /home': { body: [] } });
  await waitFor(() => expect(shop.at.path).toBe('/home'));
});

test('structured data of the first page stays while that page gets its content, and goes with it', async () => {
  const data = document.head.appendChild(document.createElement('script'));
  data.type = 'application/ld+json';
  const shop = openShop('/about', {
    'POST /pages/getPage': { body: { name: 'About Us', description: '<p>Who we are</p>', meta_description: 'All about us' } },
  });
  await shop.findByText('Who we are');
  await waitFor(() => expect(document.head.querySelector('meta[name="description"]')?.getAttribute('content')).toBe('All about us'));
  expect(data.isConnected).toBe(true);
  await shop.user.click(shop.getByRole('link', { name: 'Cart, 0 items' }));
  await shop.findByRole('heading', { level: 1, name: 'Your cart' });
  expect(data.isConnected).toBe(false);
});
