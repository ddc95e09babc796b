import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { openShop } from '../testing/open-shop.tsx';
import { game } from '../testing/products.ts';
// Loaded before, so that the page needs no real time, only the fake timers of these tests.
import '../features/catalog/list-pages.ts';

const LIST = 'GET /products/kinguin/Steam';
const list = { body: { products: [game()], totalPages: 1 } };

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

test('an API that gives no answer is named, and what could not be loaded comes by itself once it is back', async () => {
  let isDown = true;
  const shop = openShop('/products/Steam', {
    [LIST]: () => (isDown ? 'no answer' : list),
    'GET /health/live': () => (isDown ? 'no answer' : { body: {} }),
  });
  await pass(1000);
  expect(shop.getByText(/The shop gives no answer/)).toBeTruthy();
  expect(shop.getByText('The list could not be loaded.')).toBeTruthy();
  isDown = false;
  await pass(3000);
  expect(shop.getByRole('main').textContent).toContain('Half-Life');
  expect(shop.queryByText(/The shop gives no answer/)).toBeNull();
});

test('a call that is lost while the API is there is asked once more by itself', async () => {
  let losses = 1;
  const shop = openShop('/products/Steam', {
    [LIST]: () => (losses-- > 0 ? 'no answer' : list),
    'GET /health/live': { body: {} },
  });
  await pass(1000);
  expect(shop.getByRole('main').textContent).toContain('Half-Life');
  expect(shop.callsOf(LIST)).toHaveLength(2);
  expect(shop.queryByText(/The shop gives no answer/)).toBeNull();
});

test('one call that never gets through is asked no third time while the API is there, and no other again', async () => {
  const shop = openShop('/products/Steam', { [LIST]: 'no answer', 'GET /health/live': { body: {} } });
  await pass(5000);
  expect(shop.getByText('The list could not be loaded.')).toBeTruthy();
  expect(shop.callsOf(LIST)).toHaveLength(2);
  expect(shop.callsOf('GET /pages/pages')).toHaveLength(1);
  expect(shop.queryByText(/The shop gives no answer/)).toBeNull();
});

test('a visitor whose network is blocked sees a message instead of a page', async () => {
  const shop = openShop('/products/Steam', { [LIST]: { status: 403, body: { statusCode: 403, message: 'Your network is blocked.' } } });
  await pass(1000);
  expect(shop.getByRole('heading', { name: 'This shop is not available to you' })).toBeTruthy();
  expect(shop.getByText('Your network is blocked.')).toBeTruthy();
});
