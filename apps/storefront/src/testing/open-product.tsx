import { within } from '@testing-library/react';
import { GamePage } from '../features/product/product-pages.ts';
import { pageOpener } from './open-page.tsx';
import { gamePage } from './products.ts';

export const TWO_REVIEWS = [
  {
    _id: 'a',
    rating: 5,
    description: 'Fast',
    createdAt: '2026-01-05T00:00:00Z',
    user: { username: 'Ada', lastname: 'L' },
    productType: 'kinguin',
    kinguin: '7',
  },
  {
    _id: 'b',
    rating: 4,
    description: 'Fine',
    createdAt: '2026-01-04T00:00:00Z',
    user: { username: 'Tom', lastname: 'K' },
    productType: 'kinguin',
    kinguin: '7',
  },
];

const openPage = pageOpener({ '/product/:slug': <GamePage /> });

/** Opens the page of a game with these facts, for a visitor whose proxy names this country. */
export async function productPage(
  given: Parameters<typeof gamePage>[0] = {},
  reviews: readonly object[] = TWO_REVIEWS,
  path = '/product/Half-Life-7',
  country: string | null = null,
) {
  const shop = openPage(path, {
    'GET /products/kinguinId/7': { body: gamePage(given) },
    // A failed picture makes the shop check the API.
    'GET /health/live': { body: {} },
    'GET /visitor': { body: { country } },
    'POST /products/similarProducts': { body: { products: [] } },
    'GET /review/kinguin/7': {
      body: reviews,
    },
  });
  const buy = within(await shop.findByRole('region', { name: 'Buy' }));
  return { ...shop, buy };
}
