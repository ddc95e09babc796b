import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { openShop } from '../../testing/open-shop.tsx';
import { storeCart } from '../../testing/products.ts';
import { noteCheckout } from './started-checkout.ts';

test('the browser that started the checkout has an empty cart after it', async () => {
  storeCart({});
  noteCheckout('cs_1');
  const shop = openShop('/success');
  expect(await shop.findByText(/check your e-mail/)).toBeTruthy();
  await waitFor(() => expect(shop.store.getState().cart.lines).toEqual([]));
});

test.each([
  ['that started none', '', '/success'],
  ['that started another one', 'cs_2', '/success?session_id=cs_1'],
])('a browser %s keeps its cart', async (_who, started, address) => {
  storeCart({});
  noteCheckout(started);
  const shop = openShop(address);
  await shop.findByText(/check your e-mail/);
  expect(shop.store.getState().cart.lines).toHaveLength(1);
});
