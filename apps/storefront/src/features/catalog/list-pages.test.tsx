import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { openShop } from '../../testing/open-shop.tsx';

test.each([
  ['/products/Steam', 'GET /products/kinguin/Steam', '16'],
  ['/game-list-filtred', 'GET /products/getAllProductsFiltred', '16'],
  ['/softwares', 'GET /products', '24'],
  ['/search/half', 'GET /products/search/half', '10'],
])('%s asks %s for %s products a page', async (address, call, limit) => {
  const shop = openShop(address, { [call]: { body: { products: [], games: [], totalPages: 0 } } });
  await waitFor(() => expect(shop.callsOf(call)[0]?.query.get('limit')).toBe(limit));
});
