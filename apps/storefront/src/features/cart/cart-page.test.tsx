import { afterEach, expect, jest, test } from '@jest/globals';
import { decodeCart } from '@keyturn/shop-rules';
import { waitFor, within } from '@testing-library/react';
import { pageOpener } from '../../testing/open-page.tsx';
import { openShop } from '../../testing/open-shop.tsx';
import { CartPage } from './cart-page.tsx';
import { cartLineOf } from '../../shop/product/product.ts';
import { wishOf } from '../../shop/wishlist/wishlist-slice.ts';
import { game, storeCart } from '../../testing/products.ts';

const openPage = pageOpener({ '/my-cart': <CartPage /> });

afterEach(() => {
  jest.restoreAllMocks();
});

test('an empty cart says so', async () => {
  const shop = openPage('/my-cart');
  expect(await shop.findByRole('heading', { name: 'You Cart Is Empty !' })).toBeTruthy();
});

test('plus stops at the most that one basket may hold, minus at one', async () => {
  storeCart({ product: game({ mqte: 2 }) });
  const shop = openPage('/my-cart');
  const plus = await shop.findByRole('button', { name: 'One more of Half-Life' });
  const minus = shop.getByRole('button', { name: 'One less of Half-Life' });
  expect(minus.getAttribute('aria-disabled')).toBe('true');
  await shop.user.click(plus);
  await shop.user.click(plus);
  expect(plus.getAttribute('aria-disabled')).toBe('true');
  expect(shop.store.getState().cart.lines[0]?.quantity).toBe(2);
});

test('a line that does not activate in the chosen country says so, one that nobody knows of warns, and the others say nothing', async () => {
  localStorage.setItem('country', 'PL');
  storeCart({}, { product: game({ kinguinId: 8, name: 'Portal' }) }, { product: game({ kinguinId: 9, name: 'Braid' }) });
  const line = { type: 'game', status: 'ok', quantity: 1 };
  const lines = [
    { ...line, _id: '7', status: 'region', activation: 'no', activatesIn: 'United States' },
    { ...line, _id: '8', activation: 'unknown', activatesIn: 'Other' },
    { ...line, _id: '9', activation: 'yes', activatesIn: 'Worldwide' },
  ];
  const shop = openPage('/my-cart', { 'POST /cart-validation': { body: { lines, total: 1, currency: 'EUR', otherRegionAllowed: false } } });
  expect(await shop.findByText('Does not activate in Poland. It activates: United States.')).toBeTruthy();
  expect(shop.getByText('May not activate in Poland. It activates: Other.')).toBeTruthy();
  expect(shop.getAllByText(/It activates/)).toHaveLength(2);
  expect(shop.callsOf('POST /cart-validation').map(({ body }) => body)).toMatchObject([{ country: 'PL' }]);
  await shop.user.click(shop.getByRole('button', { name: 'Remove Half-Life' }));
  await waitFor(() => expect(shop.callsOf('POST /cart-validation')).toHaveLength(2));
});

test('the badge counts pieces, not lines', async () => {
  storeCart({ quantity: 2 }, { product: game({ kinguinId: 8, name: 'Portal' }) });
  const shop = openShop('/my-cart');
  expect(await shop.findByRole('link', { name: 'Cart, 3 items' })).toBeTruthy();
});

/** As stored in a browser: base64 of JSON. */
const storedLines = (...lines: unknown[]) => btoa(JSON.stringify({ v: 1, lines }));

test('a browser in which everything is damaged at once shows an empty cart, in euros', async () => {
  for (const [key, value] of Object.entries({ idt: '%%%', wishlist: '{oops', currency: 'Chf', 'allow-cookies': '' })) {
    localStorage.setItem(key, value);
  }
  const shop = openShop('/my-cart');
  expect(await shop.findByRole('heading', { name: 'You Cart Is Empty !' })).toBeTruthy();
  for (const name of ['Cart, 0 items', 'Wishlist, 0 items']) expect(shop.getByRole('link', { name })).toBeTruthy();
  expect(shop.getByRole('combobox', { name: 'Currency' })).toMatchObject({ value: 'Eur' });
  expect(shop.getByRole('button', { name: 'Allow Cookies' })).toBeTruthy();
});

test('of a damaged cart and wishlist the good entries survive, with their quantities', async () => {
  const first = { ...cartLineOf(game(), 'Eur'), quantity: 2 };
  const second = cartLineOf(game({ kinguinId: 8, name: 'Portal' }), 'Eur');
  const damaged = [
    { ...first, quantity: 'two' },
    first,
    { ...second, prices: { ...second.prices, Gbp: null } },
    'line',
    { ...second, item: { ...second.item, _id: {} } },
    // Everything beside identity and prices is filled in where it is damaged.
    { ...second, item: { ...second.item, mainImage: 7, mqte: 'many', type: 'potion', price: 'free', offerId: {} } },
  ];
  localStorage.setItem('idt', storedLines(...damaged));
  const wish = wishOf(game());
  localStorage.setItem('wishlist', JSON.stringify([null, wish, { ...wish, name: 'The same again' }, { _id: 7 }]));
  const shop = openShop('/my-cart');
  const items = within(await shop.findByRole('list', { name: 'Items in your cart' })).getAllByRole('listitem');
  expect(items).toHaveLength(2);
  expect(items[0]?.textContent).toContain('Half-Life');
  expect(items[1]?.textContent).toContain('Portal');
  expect(shop.getByRole('main').textContent).not.toContain('NaN');
  for (const name of ['Cart, 3 items', 'Wishlist, 1 item']) expect(shop.getByRole('link', { name })).toBeTruthy();
});

test('a removed line can be brought back', async () => {
  storeCart({ quantity: 3 });
  const shop = openPage('/my-cart');
  await shop.user.click(await shop.findByRole('button', { name: 'Remove Half-Life' }));
  expect(shop.store.getState().cart.lines).toEqual([]);
  await shop.user.click(shop.getByRole('button', { name: 'Undo' }));
  expect(shop.store.getState().cart.lines[0]?.quantity).toBe(3);
  await waitFor(() => expect(document.activeElement).toBe(shop.getByRole('button', { name: 'Remove Half-Life' })));
});

test('service fee and shipping cost nothing, and the total is that of the lines', async () => {
  storeCart({ quantity: 2 });
  const shop = openPage('/my-cart');
  const summary = await shop.findByRole('region', { name: 'Summary' });
  expect(summary.textContent).toContain('Service fee€0.00');
  expect(summary.textContent).toContain('ShippingFree, by e-mail');
  expect(summary.textContent).toContain('Total€72.00');
});

test('another currency is kept, rewrites the stored price of every line from its own table, and reloads the page', async () => {
  // jsdom cannot navigate and says so: that is how a reload is seen here.
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  storeCart({ quantity: 2 }, { product: game({ kinguinId: 8, name: 'Portal', gbpPrice: 9 }) });
  const shop = openShop('/my-cart');
  await shop.user.selectOptions(within(await shop.findByRole('banner')).getByRole('combobox', { name: 'Currency', hidden: true }), 'Gbp');
  expect(localStorage.getItem('currency')).toBe('Gbp');
  expect(decodeCart(localStorage.getItem('idt')).map(({ item }) => item.price)).toEqual([50, 9]);
  expect(String(said.mock.calls.flat().join(' '))).toContain('navigation');
});
