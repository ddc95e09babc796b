import { expect, test } from '@jest/globals';
import { fireEvent, within } from '@testing-library/react';
import { openShop } from '../testing/open-shop.tsx';
import { game } from '../testing/products.ts';

/** A full list; its cards. */
async function cards() {
  const products = Array.from({ length: 16 }, (_, number) => game({ name: `Game ${number}`, kinguinId: number + 1, _id: `id${number}` }));
  const shop = openShop('/products/Steam', { 'GET /products/kinguin/Steam': { body: { products, totalPages: 1 } } });
  return { shop, all: await shop.findAllByRole('article') };
}

const partOf = (card: HTMLElement | undefined) => {
  const picture = card?.querySelector('img') as HTMLImageElement;
  return { picture, box: picture.parentElement as HTMLElement };
};

test('a card says that it loads until its cover is there', async () => {
  const { all } = await cards();
  const { picture, box } = partOf(all[0]);
  expect([box.getAttribute('aria-busy'), box.dataset.state]).toEqual(['true', 'loading']);
  fireEvent.load(picture);
  expect([box.getAttribute('aria-busy'), box.dataset.state]).toEqual(['false', 'shown']);
});

test('a card whose cover never comes stops loading and shows the initials', async () => {
  const { all } = await cards();
  const { picture, box } = partOf(all[1]);
  fireEvent.error(picture);
  expect([box.getAttribute('aria-busy'), box.textContent]).toEqual(['false', 'G1']);
});

test('the heart of a card tells whether it is pressed, and keeps its name', async () => {
  const { shop, all } = await cards();
  const heart = within(all[2] as HTMLElement).getByRole('button', { name: 'Add to Wishlist: Game 2' });
  const pressed = () => heart.getAttribute('aria-pressed');
  expect(pressed()).toBe('false');
  await shop.user.click(heart);
  expect([pressed(), shop.store.getState().wishlist.entries.length]).toEqual(['true', 1]);
  await shop.user.click(heart);
  expect([pressed(), shop.store.getState().wishlist.entries.length]).toEqual(['false', 0]);
});

test('of a list only the first cover is fetched at once; all others wait until they come near', async () => {
  const { all } = await cards();
  const loading = all.map((card) => partOf(card).picture.getAttribute('loading'));
  expect(loading).toEqual(['eager', ...Array.from({ length: 15 }, () => 'lazy')]);
});

test('a card is walked through as link, cart, heart', async () => {
  const { all } = await cards();
  const stops = [...(all[0]?.querySelectorAll('a, button') ?? [])].map((stop) => stop.getAttribute('aria-label') ?? stop.textContent);
  expect(stops).toEqual(['Game 0', 'Add to Cart: Game 0', 'Add to Wishlist: Game 0']);
});
