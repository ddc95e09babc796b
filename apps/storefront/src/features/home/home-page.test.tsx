import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { within } from '@testing-library/react';
import type { BlogPostCard } from '@keyturn/api-client';
import { InView } from '../../testing/in-view.ts';
import { pageOpener } from '../../testing/open-page.tsx';
import { HomePage } from './home-page.tsx';
import { game } from '../../testing/products.ts';

const openPage = pageOpener({ '/home': <HomePage /> });

const NothingObserved = globalThis.IntersectionObserver;

beforeEach(() => {
  Object.assign(globalThis, { IntersectionObserver: InView });
});
afterEach(() => {
  Object.assign(globalThis, { IntersectionObserver: NothingObserved });
});

function post(given: Partial<BlogPostCard>): BlogPostCard {
  return {
    id: given.uniqueRoute ?? 'a',
    title: 'A post',
    uniqueRoute: 'a-post',
    coverImage: 'images/abc-960.webp',
    metaDescription: 'What it is about.',
    createdAt: '2026-01-01T00:00:00Z',
    date: '2026-01-01T00:00:00Z',
    ...given,
  };
}

function openHome(posts: unknown, status = 200) {
  return openPage('/home', {
    'GET /home': { body: [[{ products: [game({ name: 'Featured', kinguinId: 70 }), game({ name: 'Second', kinguinId: 71 })] }]] },
    'GET /blog/': { status, body: posts },
  });
}

test('the blog slider brings the newest post first and leads to the post’s own address', async () => {
  const shop = openHome([
    post({ title: 'Old', uniqueRoute: 'old', date: '2025-03-05T00:00:00Z' }),
    post({ title: 'New', uniqueRoute: 'new', date: '2026-03-05T00:00:00Z' }),
  ]);
  const blog = within(await shop.findByRole('region', { name: 'From the Blog' }));
  const links = blog.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  // Two posts are duplicated, so that the loop can wrap.
  expect(links).toEqual([
    ['New', '/blog/new'],
    ['Old', '/blog/old'],
    ['New', '/blog/new'],
    ['Old', '/blog/old'],
  ]);
  expect(blog.getAllByText('5 March 2026')).toHaveLength(2);
});

test('without a post there is no blog slider', async () => {
  const shop = openHome([]);
  await shop.findByRole('region', { name: 'Featured games' });
  expect(shop.queryByRole('region', { name: 'From the Blog' })).toBeNull();
  expect(shop.queryByText('From the Blog')).toBeNull();
});

test('a blog that cannot be loaded says so and leaves the rest of home alone', async () => {
  const shop = openHome({ statusCode: 500, error: 'Internal Server Error', message: 'Broken' }, 500);
  expect(await shop.findByText('The blog could not be loaded.')).toBeTruthy();
  expect(shop.getByRole('region', { name: 'Genres' })).toBeTruthy();
});

test('of all pictures only the featured one in the middle is asked for first', async () => {
  const shop = openHome([]);
  const hero = await shop.findByRole('region', { name: 'Featured games' });
  expect(hero.querySelectorAll('img[fetchpriority="high"]')).toHaveLength(1);
  expect(document.querySelectorAll('img[fetchpriority="high"]')).toHaveLength(1);
});

const ways = (region: HTMLElement) => {
  const links = within(region).getAllByRole('link', { hidden: true });
  return [...new Set(links.map((link) => `${link.textContent?.trim()} → ${link.getAttribute('href')}`))];
};

test('each genre tile says its count and leads to the list of its genre', async () => {
  const shop = openHome([]);
  expect(ways(await shop.findByRole('region', { name: 'Genres' }))).toEqual(
    [
      ['Action', 7423],
      ['Adventure', 438],
      ['FPS', 4723],
      ['RPG', 8392],
      ['Indie', 3467],
      ['Simulation', 2374],
      ['Strategy', 4309],
    ].map(([genre, count]) => `${genre}${count} games → /game-list-filtred?page=1&genres=${genre}`),
  );
});

test.each([
  ['Eur', (amount: number) => `€${amount}`, [1, 2, 5, 10, 20, 50]],
  ['Pln', (amount: number) => `${amount} zł`, [5, 10, 20, 40, 80, 200]],
] as const)('with %s chosen each price tile leads to what costs at most its amount', async (currency, words, amounts) => {
  localStorage.setItem('currency', currency);
  const shop = openHome([]);
  expect(ways(await shop.findByRole('region', { name: 'Explore By Price' }))).toEqual(
    amounts.map((amount) => `Under${words(amount)} → /game-list-filtred?page=1&maxPrice=${amount}`),
  );
});

test('five platform pictures lead to the lists of their platforms', async () => {
  const shop = openHome([]);
  expect(ways(await shop.findByRole('region', { name: 'Explore By Platform' }))).toEqual([
    'Steam → /products/Steam',
    'Epic Games → /products/Epic%20Games',
    'Ubisoft → /products/Ubisoft',
    'PlayStation → /products/PlayStation',
    'Xbox → /products/Xbox',
  ]);
});

test.each([
  [1, 1],
  [2, 4],
  [5, 10],
  [6, 6],
])(
  'a slider of %i games stands with %i slides: five or fewer are doubled, so that its loop has something to bring round',
  async (games, slides) => {
    const products = Array.from({ length: games }, (_, number) => game({ kinguinId: number + 1, name: `Game ${number}` }));
    const section = { id: '1', sectionName: 'Best', products, after_slider_platform: false, after_slider_price: false };
    const shop = openPage('/home', { 'GET /home': { body: [[{ products: [game()] }], section] }, 'GET /blog/': { body: [] } });
    const slider = await shop.findByRole('region', { name: 'Best' });
    expect(slider.querySelectorAll('[aria-roledescription="slide"]')).toHaveLength(slides);
  },
);
