import { expect, test } from '@jest/globals';
import { fireEvent, within } from '@testing-library/react';
import { productPage, TWO_REVIEWS } from '../../testing/open-product.tsx';
import { pageOpener } from '../../testing/open-page.tsx';
import { SoftwarePage } from './product-pages.ts';
import { game, gamePage, storeCart } from '../../testing/products.ts';

const openPage = pageOpener({ '/software/:slug': <SoftwarePage /> });

test('the first add opens the cart popup, and the button then takes the game out again', async () => {
  const { buy, findByText, getByRole, user, store } = await productPage();
  await user.click(buy.getByRole('button', { name: 'Add to Cart' }));
  expect(await findByText('Added to cart')).toBeTruthy();
  expect(await findByText('You have 1 items in your cart')).toBeTruthy();
  await user.click(getByRole('button', { name: 'Continue shopping' }));
  await user.click(buy.getByRole('button', { name: 'Delete from Cart' }));
  expect(store.getState().cart.lines).toEqual([]);
});

test('the cart popup counts the pieces of all lines', async () => {
  storeCart({ product: game({ kinguinId: 8, name: 'Portal' }), quantity: 2 });
  const { buy, findByText, user } = await productPage();
  await user.click(buy.getByRole('button', { name: 'Add to Cart' }));
  expect(await findByText('You have 3 items in your cart')).toBeTruthy();
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

test.each([
  ['PL', 'yes', 'Activates in Poland'],
  ['US', 'no', 'Does not activate in United States'],
  ['TR', 'unknown', 'May not activate in Türkiye'],
  [null, 'unasked', 'Not for every country. Where will you activate it?'],
])('a game for Europe says to a visitor from %j: %s', async (country, activation, sentence) => {
  const { buy } = await productPage({ regionId: 1, countryLimitation: ['DE'] }, TWO_REVIEWS, undefined, country);
  expect(buy.getByText('Europe, except Germany')).toBeTruthy();
  const status = await buy.findByText(sentence);
  expect(status.parentElement?.dataset.activation).toBe(activation);
  expect(buy.getByRole<HTMLButtonElement>('button', { name: 'Add to Cart' }).disabled).toBe(false);
});

test('a chosen country comes before the proxy’s, is asked for by no call, and stays in this browser', async () => {
  const { buy, user, callsOf } = await productPage({ regionId: 1 }, TWO_REVIEWS, undefined, 'PL');
  await buy.findByText('Activates in Poland');
  await user.selectOptions(buy.getByRole('combobox', { name: 'Country in which you activate it' }), 'Canada');
  expect(buy.getByText('Does not activate in Canada')).toBeTruthy();
  expect([localStorage.getItem('country'), callsOf('GET /visitor').length]).toEqual(['CA', 1]);
});

test('a game that works everywhere asks for nobody’s country', async () => {
  const { buy, callsOf } = await productPage({ regionId: 3, regionalLimitations: 'Region free' });
  expect(buy.getByText('Worldwide')).toBeTruthy();
  expect([buy.queryByRole('combobox'), callsOf('GET /visitor')]).toEqual([null, []]);
});

test.each([
  ['Gift Card', 1],
  ['Game', 0],
  ['', 0],
])('of the category "%s" the price is said not to be final %i times', async (category, times) => {
  const { buy } = await productPage({ category });
  expect(buy.queryAllByText('Price is not final')).toHaveLength(times);
});

test('four languages are shown, Multilingual first, and the rest on request', async () => {
  const { findByText, queryByText, getByRole, user } = await productPage();
  expect(await findByText('Multilingual')).toBeTruthy();
  expect(queryByText('Italian')).toBeNull();
  const others = getByRole('button', { name: 'Show 2 more languages' });
  expect(others.textContent).toBe('+2');
  await user.click(others);
  expect(queryByText('Italian')).toBeTruthy();
});

test('the guide is the one of the product’s platform', async () => {
  const { buy, findByText, user } = await productPage({ platform: 'PlayStation 5' });
  await user.click(buy.getByRole('button', { name: "Don't know how to activate ?" }));
  expect(await findByText('Activate on PlayStation')).toBeTruthy();
});

test('wrong words in the address are put right without another entry in the history', async () => {
  const before = window.history.length;
  await productPage({}, TWO_REVIEWS, '/product/Wrong-words-7?utm_source=mail#reviews');
  expect(window.location.href).toBe('http://localhost/product/Half-Life-7?utm_source=mail#reviews');
  // One entry for opening the page, and the router's replace.
  expect([window.history.state, window.history.length]).toEqual([{ idx: 0 }, before + 1]);
});

test('a fact that is shown already is not repeated by the overview, and one that is missing is', async () => {
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

test.each([
  [[5, 4], '4.50'],
  [[1], '1.00'],
])('reviews of %j are summed up to %s, and called excellent whatever they are', async (ratings, average) => {
  const reviews = ratings.map((rating, number) => ({ ...TWO_REVIEWS[0], _id: `r${number}`, rating }));
  const { findByText } = await productPage({}, reviews);
  expect(await findByText(average)).toBeTruthy();
  expect(await findByText('Excellent')).toBeTruthy();
});

test('the bar of the summary is as wide as the rounded share of five stars, and purchases stand behind all reviews', async () => {
  const reviews = [5, 5, 4].map((rating, number) => ({ ...TWO_REVIEWS[0], _id: `r${number}`, rating }));
  const { findByRole, getByText } = await productPage({}, reviews);
  const bar = await findByRole('img', { name: '93%, 4.67 of 5 stars' });
  expect([bar.getAttribute('viewBox'), bar.querySelector('rect')?.getAttribute('width')]).toEqual(['0 0 100 8', '93']);
  expect(getByText('All reviews are confirmed by purchases.')).toBeTruthy();
});

test('the heart is a toggle, and its words follow', async () => {
  const { buy, user, store } = await productPage();
  await user.click(buy.getByRole('button', { name: 'Add to Wishlist' }));
  expect(store.getState().wishlist.entries).toHaveLength(1);
  await user.click(buy.getByRole('button', { name: 'Remove From Wishlist' }));
  expect(store.getState().wishlist.entries).toHaveLength(0);
});

const screenshots = [1, 2, 3].map((number) => ({ url: `http://localhost:3000/images/a${number}-1280.webp` }));

test('a screenshot opens in full size, and its neighbours follow in a circle', async () => {
  const { findByRole, getByRole, queryByRole, user } = await productPage({
    images: { cover: { url: 'http://localhost:3000/images/abc-640.webp' }, screenshots },
  });
  await user.click(await findByRole('button', { name: 'Enlarge Half-Life, screenshot 1 of 3' }));
  const dialog = within(getByRole('dialog', { name: 'Screenshots' }));
  await user.click(dialog.getByRole('button', { name: 'Previous screenshot' }));
  expect(dialog.getByRole('img', { name: 'Half-Life, screenshot 3 of 3' })).toBeTruthy();
  await user.keyboard('{ArrowRight}');
  expect(dialog.getByRole('img', { name: 'Half-Life, screenshot 1 of 3' })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Close screenshots' }));
  expect(queryByRole('dialog', { name: 'Screenshots' })).toBeNull();
});

test('a screenshot that never comes is drawn, and keeps its name', async () => {
  const { findByRole } = await productPage({
    images: { cover: { url: 'http://localhost:3000/images/abc-640.webp' }, screenshots: screenshots.slice(0, 1) },
  });
  const opener = await findByRole('button', { name: 'Enlarge Half-Life, screenshot 1 of 1' });
  fireEvent.error(within(opener).getByRole('img'));
  expect(within(opener).getByRole('img', { name: 'Half-Life, screenshot 1 of 1' }).tagName).toBe('SPAN');
});

test('software has no activation guide, shows its blocks and its own requirements', async () => {
  const shop = openPage('/software/Windows-01jx', {
    'GET /products/01jx': {
      body: {
        game: {
          ...gamePage(),
          _id: '01jx',
          kinguinId: null,
          type: 'software',
          name: 'Windows',
          systemRequirements: [],
          customSystem: [{ title: 'Memory', value: '4 GB' }],
          descriptions: [
            { typeDesc: 'Paragraph', shortTitle: 'Licence', shortDesc: '<p>For life</p>', image: null, postionImage: null },
            { typeDesc: 'Image', shortTitle: 'Office', shortDesc: '<p>Anywhere</p>', image: 'images/abc-640.webp', postionImage: 'right' },
            { typeDesc: 'Image', shortTitle: 'Care', shortDesc: '<p>Every day</p>', image: null, postionImage: 'right' },
          ],
        },
      },
    },
    'POST /products/similarProducts': { body: { products: [] } },
    'GET /review/software/01jx': { body: [] },
  });
  const buy = within(await shop.findByRole('region', { name: 'Buy' }));
  expect(buy.queryByText("Don't know how to activate ?")).toBeNull();
  expect(shop.getByRole('heading', { name: 'Licence' })).toBeTruthy();
  expect(shop.getByText('Anywhere').closest('[data-picture="right"]')?.querySelector('img')).toBeTruthy();
  expect(shop.getByText('Every day').closest('[data-picture]')).toBeNull();
  expect(shop.getByText('4 GB').previousElementSibling?.textContent).toBe('Memory');
});

test('four reviews are shown at first, and the others on request', async () => {
  const reviews = Array.from({ length: 6 }, (_, number) => ({
    _id: String(number),
    rating: 5,
    description: `Review ${number}`,
    createdAt: '2026-01-05T00:00:00Z',
    user: { username: 'Ada', lastname: 'L' },
    productType: 'kinguin',
    kinguin: '7',
  }));
  const { findByText, queryByText, getByRole, user } = await productPage({}, reviews);
  expect(await findByText('Review 3')).toBeTruthy();
  expect(queryByText('Review 4')).toBeNull();
  await user.click(getByRole('button', { name: 'Show all 6 reviews' }));
  expect(queryByText('Review 5')).toBeTruthy();
});

test.each([
  ['PEGI 3', '3', 'Suitable for all ages.'],
  ['PEGI 7', '7', 'Suitable for ages 7 and over.'],
  ['PEGI 12', '12', 'Suitable for ages 12 and over.'],
  ['PEGI 16', '16', 'Suitable for ages 16 and over.'],
  ['PEGI 18', '18', 'Suitable for adults only.'],
  ['EveryOne', 'E', 'Content is suitable for all ages.'],
  ['EveryOne 10+', '10', 'Content is suitable for ages 10 and up.'],
  ['TEEN', 'T', 'Content is suitable for ages 13 and up.'],
  ['Mature 17+', '17', 'Content is suitable for ages 17 and up.'],
  ['Adults Only 18+', '18', 'Content is suitable for adults only.'],
])('the age rating %s has a tile and says what it means', async (ageRating, tile, meaning) => {
  const { findByText } = await productPage({ ageRating });
  expect((await findByText(meaning)).closest('dd')?.textContent).toBe(tile + ageRating + meaning);
});
