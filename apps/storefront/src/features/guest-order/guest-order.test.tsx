import { expect, test } from '@jest/globals';
import { within } from '@testing-library/react';
import type { FakeRoutes } from '../../testing/fake-api.ts';
import { pageOpener } from '../../testing/open-page.tsx';
import { GuestOrderPage } from './guest-order-page.tsx';

const openPage = pageOpener({ '/order/guest/:token': <GuestOrderPage /> });

const CALL = 'GET /order/guest/1-abc-sig';
const RESEND = 'POST /order/guest/1-abc-sig/resend';
const cover = { cover: { url: 'http://localhost:3000/images/abc-320.webp' } };
const order = (given: object = {}) => ({
  _id: 'abc',
  createdAt: '2026-03-05T10:00:00Z',
  kinguinOrderId: 'KT-1001',
  currency: 'PLN',
  total: 187.5,
  status: 'Completed',
  products: [
    { qte: 2, price: 62.5, KinguinProduct: { name: 'Half-Life', kinguinId: 7, images: cover } },
    {
      qte: 1,
      price: 62.5,
      product: { productName: 'Office', coverImageOriginal: cover.cover.url, price: 80, new_price: 62.5, is_discounted: true },
    },
  ],
  ...given,
});
const keys = [
  { name: 'Half-Life', platform: 'Steam', kind: 'text', key: 'AAAA-BBBB-CCCC' },
  { name: 'Office', platform: '', kind: 'account', login: 'ada', password: 'secret', mail: 'ada@example.com' },
];

function guestOrder(routes: FakeRoutes = {}) {
  return openPage('/order/guest/1-abc-sig', { [CALL]: { body: { order: order(), keys } }, ...routes });
}

const show = { name: 'Show order and keys' };
const again = { name: 'Send the keys again' };

test('nothing is asked before a click, because every look at keys is noted', async () => {
  const shop = guestOrder();
  await shop.findByRole('button', show);
  expect(shop.callsOf(CALL)).toEqual([]);
  expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
});

test('a click shows the order with its status, products and total, and the keys', async () => {
  const shop = guestOrder();
  await shop.user.click(await shop.findByRole('button', show));
  const mine = within(shop.getByRole('main'));
  expect(await mine.findByText('AAAA-BBBB-CCCC')).toBeTruthy();
  for (const text of ['KT-1001', 'Completed', '5 March 2026', '2 × 62.50 zł', '1 × 62.50 zł', 'ada', 'secret', 'ada@example.com'])
    expect(mine.getByText(text)).toBeTruthy();
  expect(mine.getByText(/^187.50 zł/)).toBeTruthy();
  expect(mine.getByRole('link', { name: 'Half-Life' }).getAttribute('href')).toBe('/product/Half-Life-7');
  expect(shop.queryByRole('button', show)).toBeNull();
});

test('a key is copied by its button, which says so', async () => {
  const shop = guestOrder();
  await shop.user.click(await shop.findByRole('button', show));
  await shop.user.click(await shop.findByRole('button', { name: 'Copy key of Half-Life' }));
  expect(await navigator.clipboard.readText()).toBe('AAAA-BBBB-CCCC');
  expect(await shop.findByText('Key copied.')).toBeTruthy();
  await shop.user.click(shop.getByRole('button', { name: 'Copy password of Office' }));
  expect(await navigator.clipboard.readText()).toBe('secret');
});

test.each([
  ['Processing', {}, 'The keys come by e-mail'],
  ['On hold', {}, 'A person looks at this order'],
  ['Refunded', {}, 'This order was refunded'],
  [
    'Charged back',
    { status: 'Refunded', refunded: 36, chargedBack: 36, isChargedBack: true },
    'Your bank took the payment of this order back',
  ],
])('an order that is %s %j has no keys and says why', async (status, change, words) => {
  const shop = guestOrder({ [CALL]: { body: { order: order({ status, ...change }), keys: [] } } });
  await shop.user.click(await shop.findByRole('button', show));
  expect(await shop.findByText(status)).toBeTruthy();
  expect(shop.getByText(new RegExp(words))).toBeTruthy();
});

test('keys that one answer has no room for come on the next click, after those that are shown', async () => {
  const [first, second] = keys;
  const shop = guestOrder({
    [CALL]: ({ query }) => ({
      body: { order: order(), ...(query.get('after') === '0-0' ? { keys: [second] } : { keys: [first], next: '0-0' }) },
    }),
  });
  await shop.user.click(await shop.findByRole('button', show));
  expect(await shop.findByText('AAAA-BBBB-CCCC')).toBeTruthy();
  expect(shop.queryByText('secret')).toBeNull();
  await shop.user.click(shop.getByRole('button', { name: 'Show more keys' }));
  expect(await shop.findByText('secret')).toBeTruthy();
  expect(shop.getByText('AAAA-BBBB-CCCC')).toBeTruthy();
  expect(shop.queryByRole('button', { name: 'Show more keys' })).toBeNull();
});

test('the keys are sent again, as the shop says', async () => {
  const message = 'The keys are on their way to the e-mail of this order.';
  const shop = guestOrder({ [RESEND]: { status: 202, body: { message } } });
  await shop.user.click(await shop.findByRole('button', again));
  expect(await shop.findByText(message)).toBeTruthy();
  expect(shop.callsOf(CALL)).toEqual([]);
});

test.each([
  [RESEND, again, 429, 'The keys of this order were sent again several times.'],
  [RESEND, again, 409, 'This order has no keys to send.'],
  [CALL, show, 429, 'The keys of this order were looked at very often.'],
])('%s is refused with the server’s own words: %s %i', async (call, button, status, message) => {
  const shop = guestOrder({ [call]: { status, body: { message } } });
  await shop.user.click(await shop.findByRole('button', button));
  expect((await shop.findByText(message)).getAttribute('role')).toBe('alert');
});

test('without an answer one can try again', async () => {
  let isDown = true;
  const shop = guestOrder({ [CALL]: () => (isDown ? 'no answer' : { body: { order: order(), keys } }) });
  await shop.user.click(await shop.findByRole('button', show));
  expect(await shop.findByText('That did not work. Please try again.')).toBeTruthy();
  isDown = false;
  await shop.user.click(shop.getByRole('button', show));
  expect(await shop.findByText('AAAA-BBBB-CCCC')).toBeTruthy();
  expect(shop.queryByText('That did not work. Please try again.')).toBeNull();
});

test('a link that opens no order says so and leads to support', async () => {
  const shop = guestOrder({ [CALL]: { status: 404, body: { message: 'There is no such order.' } } });
  await shop.user.click(await shop.findByRole('button', show));
  expect(await shop.findByRole('heading', { level: 1, name: 'This link opens no order' })).toBeTruthy();
  expect(within(shop.getByRole('main')).getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact');
});
