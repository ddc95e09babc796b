import type { FakeRoutes } from './fake-api.ts';
import { game, gamePage } from './products.ts';

export const section = (given: object) => ({
  id: '1',
  sectionName: 'Bestsellers',
  products: [game()],
  after_slider_platform: false,
  after_slider_price: false,
  ...given,
});
export const list = { products: [game()], totalPages: 3 };
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
/** What pages ask for beside their own. */
export const beside: FakeRoutes = {
  'POST /products/similarProducts': { body: { products: [] } },
  'GET /review/kinguin/7': { body: [] },
  'GET /blog/': { body: [] },
};

/** Every route that fetches: what it asks for, and what shows that it got it. */
export const fetching = [
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
  { address: '/blogs', call: 'GET /blog/', body: [post], shows: 'Regions', loading: 'Loading the blog…' },
  { address: '/blog/regions', call: 'GET /blog/title/regions', body: post, shows: 'Europe first', loading: 'Loading the post…' },
];
