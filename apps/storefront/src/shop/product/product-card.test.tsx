import { expect, test } from '@jest/globals';
import { fireEvent, within } from '@testing-library/react';
import { pageOpener } from '../../testing/open-page.tsx';
import { PlatformPage } from '../../features/catalog/list-pages.ts';
import { game } from '../../testing/products.ts';

const openPage = pageOpener({ '/products/:platform': <PlatformPage /> });

/** A full list; its cards. */
async function cards() {
  const products = Array.from({ length: 16 }, (_, number) => game({ name: `Game ${number}`, kinguinId: number + 1, _id: `id${number}` }));
  const shop = openPage('/products/Steam', {
    'GET /products/kinguin/Steam': { body: { products, totalPages: 1 } },
    // A failed picture makes the shop check the API.
    'GET /health/live': { body: {} },
  });
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

test('the heart of a card is filled and says so while the game is wished for, and keeps its name', async () => {
  const { shop, all } = await cards();
  const wishlistButton = within(all[2] as HTMLElement).getByRole('button', { name: 'Add to Wishlist: Game 2' });
  const look = () => [wishlistButton.getAttribute('aria-pressed'), wishlistButton.querySelector('svg')?.getAttribute('fill')];
  expect(look()).toEqual(['false', 'none']);
  await shop.user.click(wishlistButton);
  expect([...look(), shop.store.getState().wishlist.entries.length]).toEqual(['true', 'currentColor', 1]);
  await shop.user.click(wishlistButton);
  expect([...look(), shop.store.getState().wishlist.entries.length]).toEqual(['false', 'none', 0]);
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

/** The text of the only card, and its struck-through text. */
async function words(product: Parameters<typeof game>[0]) {
  const shop = openPage('/products/Steam', { 'GET /products/kinguin/Steam': { body: { products: [game(product)], totalPages: 1 } } });
  const card = await shop.findByRole('article');
  return { text: card.textContent ?? '', struck: card.querySelector('s')?.textContent, platform: card.querySelector('[data-platform]') };
}

test.each([
  ['Half-Life', 'Digital Key'],
  ['Half-Life Account', 'Digital Item'],
])(
  'the card of %s says "%s" and that it comes at once, its platform, its discount, and the old price struck through',
  async (name, label) => {
    const { text, struck, platform } = await words({ name });
    for (const said of [label, 'Instant delivery', '-39%', 'Price €36.00']) expect(text).toContain(said);
    expect(struck).toBe('Old price €59.00');
    expect([platform?.textContent, platform?.querySelector('use')?.getAttribute('href')?.split('#')[1]]).toEqual(['Steam', 'steam']);
  },
);

test('the discount is the one that the shop sends, in a currency of other prices, too', async () => {
  localStorage.setItem('currency', 'Usd');
  const { text } = await words({ discount_perc: 39, usdPrice: 100, usdPriceDiscounted: 90 });
  for (const said of ['-39%', 'Price $90.00']) expect(text).toContain(said);
});

test('the button of a card whose product is in the cart shows that it removes', async () => {
  const shop = openPage('/products/Steam', {
    'GET /products/kinguin/Steam': { body: { products: [game({ name: 'Half-Life' })], totalPages: 1 } },
  });
  const add = await shop.findByRole('button', { name: 'Add to Cart: Half-Life' });
  expect([add.title, add.querySelector('.lucide-shopping-cart')]).toEqual(['Add to Cart', expect.anything()]);
  await shop.user.click(add);
  const remove = shop.getByRole('button', { name: 'Delete from Cart: Half-Life', hidden: true });
  expect([remove.title, remove.querySelector('.lucide-trash-2')]).toEqual(['Delete from Cart', expect.anything()]);
});

test('a card claims no discount where there is none, and no delivery of what is sold out', async () => {
  const { text, struck } = await words({ is_discounted: false, qty: 0, mqte: 0 });
  expect(text).toContain('Price €59.00');
  expect(text).not.toMatch(/%|Instant delivery/);
  expect(struck).toBeUndefined();
});
