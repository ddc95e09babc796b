import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { openShop } from '../testing/open-shop.tsx';
import { game } from '../testing/products.ts';

const LIST = 'GET /products/kinguin/Steam';
const list = { body: { products: [game()], totalPages: 1 } };

test('an API that gives no answer is named, and what could not be loaded comes by itself once it is back', async () => {
  let isDown = true;
  const shop = openShop('/products/Steam', {
    [LIST]: () => (isDown ? 'no answer' : list),
    'GET /health/live': () => (isDown ? 'no answer' : { body: {} }),
  });
  expect(await shop.findByText(/The shop gives no answer/)).toBeTruthy();
  expect(shop.getByText('The list could not be loaded.')).toBeTruthy();
  isDown = false;
  await waitFor(() => expect(shop.getByRole('main').textContent).toContain('Half-Life'));
  expect(shop.queryByText(/The shop gives no answer/)).toBeNull();
});

test('a call that is lost while the API is there is asked once more by itself', async () => {
  let losses = 1;
  const shop = openShop('/products/Steam', {
    [LIST]: () => (losses-- > 0 ? 'no answer' : list),
    'GET /health/live': { body: {} },
  });
  await waitFor(() => expect(shop.getByRole('main').textContent).toContain('Half-Life'));
  expect(shop.callsOf(LIST)).toHaveLength(2);
  expect(shop.queryByText(/The shop gives no answer/)).toBeNull();
});

test('one call that never gets through is asked no third time while the API is there, and no other again', async () => {
  const shop = openShop('/products/Steam', { [LIST]: 'no answer', 'GET /health/live': { body: {} } });
  await shop.findByText('The list could not be loaded.');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(shop.getByText('The list could not be loaded.')).toBeTruthy();
  expect(shop.callsOf(LIST)).toHaveLength(2);
  expect(shop.callsOf('GET /pages/pages')).toHaveLength(1);
  expect(shop.queryByText(/The shop gives no answer/)).toBeNull();
});

test('a visitor whose network is blocked is told so instead of seeing a page', async () => {
  const shop = openShop('/products/Steam', { [LIST]: { status: 403, body: { statusCode: 403, message: 'Your network is blocked.' } } });
  expect(await shop.findByRole('heading', { name: 'This shop is not available to you' })).toBeTruthy();
  expect(shop.getByText('Your network is blocked.')).toBeTruthy();
});
