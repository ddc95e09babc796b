import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { pageOpener } from '../../testing/open-page.tsx';
import { FilteredListPage, PlatformPage, SearchPage, SoftwareListPage } from './list-pages.ts';

const openPage = pageOpener({
  '/products/:platform': <PlatformPage />,
  '/game-list-filtred': <FilteredListPage />,
  '/softwares': <SoftwareListPage />,
  '/search/:query': <SearchPage />,
});

test.each([
  ['/products/Steam', 'GET /products/kinguin/Steam', '16'],
  ['/game-list-filtred', 'GET /products/getAllProductsFiltred', '16'],
  ['/softwares', 'GET /products', '24'],
  ['/search/half', 'GET /products/search/half', '10'],
])('%s asks %s for %s products a page', async (address, call, limit) => {
  const shop = openPage(address, { [call]: { body: { products: [], games: [], totalPages: 0 } } });
  await waitFor(() => expect(shop.callsOf(call)[0]?.query.get('limit')).toBe(limit));
});
