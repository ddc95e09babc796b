import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { pageOpener } from '../../testing/open-page.tsx';
import { SuccessPage } from './success-page.tsx';
import { readForTab, TAB_KEYS, writeForTab } from '../../shop/storage/browser-storage.ts';
import { storeCart } from '../../testing/products.ts';
import { noteCheckout, paidCheckout } from './started-checkout.ts';

const openPage = pageOpener({ '/success': <SuccessPage /> });

test('the browser that started the checkout has an empty cart after it, and keeps nothing of what was typed', async () => {
  storeCart({});
  noteCheckout('cs_1');
  writeForTab(TAB_KEYS.checkoutForm, JSON.stringify({ fullName: 'Ada Example', email: 'ada@example.com' }));
  const shop = openPage('/success');
  expect(await shop.findByRole('heading', { name: 'Payment successful' })).toBeTruthy();
  expect(shop.getByText(/check your e-mail/)).toBeTruthy();
  await waitFor(() => expect(shop.store.getState().cart.lines).toEqual([]));
  expect(readForTab(TAB_KEYS.checkoutForm)).toBeNull();
});

test.each([
  ['that started none', '', '/success'],
  ['that started another one', 'cs_2', '/success?session_id=cs_1'],
])('a browser %s keeps its cart', async (_who, started, address) => {
  storeCart({});
  noteCheckout(started);
  const shop = openPage(address);
  await shop.findByText(/check your e-mail/);
  expect(shop.queryByText(/Payment successful|Thank you/)).toBeNull();
  expect(shop.store.getState().cart.lines).toHaveLength(1);
});

test('the browser that paid is led to its order once the payment has arrived, after a reload of the tab, too', async () => {
  noteCheckout('cs_1');
  const shop = openPage('/success', { 'GET /order/started/cs_1': { body: { token: '1-abc-sig' } } });
  const link = await shop.findByRole('link', { name: 'See your order and keys' });
  expect(link.getAttribute('href')).toBe('/order/guest/1-abc-sig');
  shop.unmount();
  const again = openPage('/success', { 'GET /order/started/cs_1': { body: { token: '1-abc-sig' } } });
  expect(await again.findByRole('link', { name: 'See your order and keys' })).toBeTruthy();
});

test.each([
  ['whose payment has not arrived yet', { body: { token: null } }],
  ['whom the shop does not know', { status: 404, body: {} }],
] as const)('a browser %s is shown no order', async (_who, answer) => {
  noteCheckout('cs_1');
  const shop = openPage('/success', { 'GET /order/started/cs_1': answer });
  await waitFor(() => expect(shop.callsOf('GET /order/started/cs_1')).toHaveLength(1));
  expect(shop.queryByRole('link', { name: 'See your order and keys' })).toBeNull();
});

test('a browser that came by the link of somebody else asks for no order', () => {
  sessionStorage.clear();
  expect(paidCheckout('cs_1')).toBeNull();
  noteCheckout('cs_2');
  expect(paidCheckout('cs_1')).toBeNull();
});
