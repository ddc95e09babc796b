import { expect, test } from '@jest/globals';
import { within } from '@testing-library/react';
import { openShop } from '../../testing/open-shop.tsx';
import { gamePage } from '../../testing/products.ts';

async function productPage(given: Parameters<typeof gamePage>[0] = {}) {
  const shop = openShop('/product/Half-Life-7', {
    'GET /products/kinguinId/7': { body: gamePage(given) },
    'POST /products/similarProducts': { body: { products: [] } },
    'GET /review/kinguin/7': {
      body: [
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
      ],
    },
  });
  const buy = within(await shop.findByRole('region', { name: 'Buy' }));
  return { ...shop, buy };
}

test('the first add opens the cart popup, and the button then takes the game out again', async () => {
  const { buy, findByText, getByRole, user, store } = await productPage();
  await user.click(buy.getByRole('button', { name: 'Add to Cart' }));
  expect(await findByText('Added to cart')).toBeTruthy();
  expect(await findByText('You have 1 items in your cart')).toBeTruthy();
  await user.click(getByRole('button', { name: 'Continue shopping' }));
  await user.click(buy.getByRole('button', { name: 'Delete from Cart' }));
  expect(store.getState().cart.lines).toEqual([]);
});

test('a game without a key in stock cannot be put into the cart', async () => {
  const { buy } = await productPage({ qty: 0, mqte: 0 });
  expect(buy.getByRole<HTMLButtonElement>('button', { name: 'Out of stock' }).disabled).toBe(true);
});

test('the discounted price is shown in the chosen currency beside the old one', async () => {
  localStorage.setItem('currency', 'Pln');
  const { buy } = await productPage();
  expect(buy.getByText('155.00 zł')).toBeTruthy();
  expect(buy.getByText('250.00 zł')).toBeTruthy();
});

test('a product without regions works worldwide, without a ship time it comes fast', async () => {
  const { buy } = await productPage();
  expect(buy.getByText('Worldwide')).toBeTruthy();
  expect(buy.getByText('Fast Digital Delivery')).toBeTruthy();
});

test('a gift card’s price is not final', async () => {
  const { buy } = await productPage({ category: 'Gift Card' });
  expect(buy.getByText('Price is not final')).toBeTruthy();
});

test('four languages are shown, Multilingual first, and the rest on request', async () => {
  const { findByText, queryByText, getByRole, user } = await productPage();
  expect(await findByText('Multilingual')).toBeTruthy();
  expect(queryByText('Italian')).toBeNull();
  await user.click(getByRole('button', { name: 'Show 2 more languages' }));
  expect(queryByText('Italian')).toBeTruthy();
});

test('the guide is the one of the product’s platform', async () => {
  const { buy, findByText, user } = await productPage({ platform: 'PlayStation 5' });
  await user.click(buy.getByRole('button', { name: "Don't know how to activate ?" }));
  expect(await findByText('Activate on PlayStation')).toBeTruthy();
});

test('wrong words in the address are put right without another entry in the history', async () => {
  window.history.replaceState({ idx: 3 }, '', '/product/Wrong-words-7?utm_source=mail#reviews');
  const before = window.history.length;
  await productPage();
  expect(window.location.href).toBe('http://localhost/product/Half-Life-7?utm_source=mail#reviews');
  expect([window.history.state, window.history.length]).toEqual([{ idx: 3 }, before]);
});

test('a fact that is shown already is not told again by the overview, and one that is missing is', async () => {
  const { getByRole } = await productPage({
    publishers: [],
    overView: [
      { title: 'Developers:', value: 'Somebody' },
      { title: 'Released', value: '2024' },
      { title: 'Publisher', value: 'Sierra' },
      { title: 'Players', value: 'One' },
    ],
  });
  const names = within(getByRole('region', { name: 'Overview' })).getAllByRole('term');
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'Release date',
    'Languages',
    'Genres',
    'Developer',
    'Age rating',
    'Publisher',
    'Players',
  ]);
});

test('reviews are summed up to two decimals, and always called excellent', async () => {
  const { findByText } = await productPage();
  expect(await findByText('4.50')).toBeTruthy();
  expect(await findByText('Excellent')).toBeTruthy();
});

test('the heart is a toggle, and its words follow', async () => {
  const { buy, user, store } = await productPage();
  await user.click(buy.getByRole('button', { name: 'Add to Wishlist' }));
  expect(store.getState().wishlist.entries).toHaveLength(1);
  await user.click(buy.getByRole('button', { name: 'Remove From Wishlist' }));
  expect(store.getState().wishlist.entries).toHaveLength(0);
});
