import { expect, test } from '@playwright/test';
import { encodeCart } from '@keyturn/shop-rules';
import { gamesInStock } from '../support/shop-fixtures.ts';
import { arrive, arriveWith, settled, storedLine } from '../support/visitor.ts';
import { watch } from '../support/page-errors.ts';

/** What stands in local storage is the visitor's, and may be anything. */

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8').toString('base64');
const cartOf = (...lines: unknown[]) => encoded({ v: 1, lines });

/** One for each key; every other value: src/shop/storage/damaged-storage.spec.ts, and for the cookies src/app/layout/layout.test.tsx. */
const UNREADABLE: readonly (readonly [key: string, what: string, value: string])[] = [
  ['idt', 'lines of every wrong kind', cartOf(null, 1, 'x', [], {}, { item: {} }, { item: { _id: {} }, prices: null, quantity: '9' })],
  ['wishlist', 'entries of every wrong kind', '[null,7,"x",[],{},{"_id":5,"name":"A","type":"game"},{"_id":"","name":"A","type":"game"}]'],
  ['currency', 'a script', '"><img src=x onerror=alert(1)>'],
  ['allow-cookies', 'an object', '{"toString":1}'],
];

for (const [key, what, value] of UNREADABLE) {
  test(`${key} that holds ${what} is as good as none, and nothing is thrown`, { tag: '@prove' }, async ({ page }) => {
    const problems = watch(page);
    await arriveWith(page, { [key]: value }, '/my-cart');
    await expect(page.getByRole('heading', { name: 'You Cart Is Empty !' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Wishlist, 0 items' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('Eur');
    if (key === 'currency') expect(await page.evaluate(() => localStorage.getItem('currency'))).toBe('Eur');
    const notice = page.getByRole('button', { name: 'Allow Cookies' });
    await expect(notice).toHaveCount(key === 'allow-cookies' ? 1 : 0);
    expect(problems).toEqual([]);
  });
}

test('a browser in which everything is damaged at once starts anew, and keeps what is chosen from then on', async ({ page }) => {
  const problems = watch(page);
  await arriveWith(page, { idt: '%%%', wishlist: '{oops', currency: 'Chf', 'allow-cookies': '' }, '/products/Steam');
  await page.getByRole('button', { name: 'Reject' }).click();
  await page
    .getByRole('button', { name: /^Add to Wishlist/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(page.getByText('You have 1 items in your cart')).toBeVisible();
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('of a damaged cart the good lines survive, with their quantities', { tag: '@prove' }, async ({ page }) => {
  const problems = watch(page);
  const [one, other] = await gamesInStock(3);
  if (!one || !other) throw new Error('The shop has no two games of which three pieces can be bought.');
  const good = [storedLine(one, { quantity: 2 }), storedLine(other)];
  const [first, second] = good;
  const damaged = [
    { ...first, quantity: 'two' },
    first,
    { ...second, prices: { ...second?.prices, Gbp: null } },
    'line',
    { ...second, item: { ...second?.item, _id: {} } },
    // Everything beside identity and prices is filled in where it is damaged.
    { ...second, item: { ...second?.item, mainImage: 7, mqte: 'many', type: 'potion', price: 'free', offerId: {} } },
  ];
  await arriveWith(page, { idt: cartOf(...damaged) }, '/my-cart');
  await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible();
  const items = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText(one.name);
  await expect(items.last()).toContainText(other.name);
  await expect(page.getByRole('main')).not.toContainText('NaN');
  expect(problems).toEqual([]);
});

test('of a damaged wishlist the good entries survive, each product once', { tag: '@prove' }, async ({ page }) => {
  const problems = watch(page);
  const prices = { price: 5, sellPrice: 5, usdPrice: 5.45, plnPrice: 21.35, gbpPrice: 4.25, discount_perc: 0 };
  const noDiscount = { is_discounted: false, new_price: null, usdNewPrice: null, plnNewPrice: null, gbpNewPrice: null };
  const entry = { _id: '1949', name: 'A Wish', type: 'game', platform: 'Steam', mainImage: '', ...prices, ...noDiscount };
  await arriveWith(page, { wishlist: JSON.stringify([null, entry, { ...entry, name: 'The same again' }, { _id: 7 }]) }, '/home');
  await expect(page.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  await settled(page);
  expect(problems).toEqual([]);
});

test('a browser that forbids to remember anything can still buy', async ({ page }) => {
  const problems = watch(page);
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
  await page.goto('/products/Steam', { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Reject' }).click();
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'View cart' }).click();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await expect(page.getByRole('button', { name: /^Pay €/ })).toBeVisible();
  expect(problems).toEqual([]);
});

test('two tabs share one cart, one wishlist and one currency, with the badges of both', async ({ context }) => {
  const [game] = await gamesInStock(3);
  if (!game) throw new Error('The shop has no game of which three pieces can be bought.');
  const [one, other] = [await context.newPage(), await context.newPage()];
  const problems = [...[one, other].map((page) => watch(page))];
  await arriveWith(other, { idt: encodeCart([storedLine(game)]) }, '/my-cart');
  await arrive(one, '/products/Steam');
  for (const tab of [one, other]) await expect(tab.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();

  await other.getByRole('button', { name: `One more of ${game.name}` }).click();
  for (const tab of [one, other]) await expect(tab.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
  await one
    .getByRole('button', { name: /^Add to Wishlist/ })
    .first()
    .click();
  for (const tab of [one, other]) await expect(tab.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  await one.getByRole('combobox', { name: 'Currency' }).selectOption('Gbp');
  await expect(other.getByRole('region', { name: 'Summary' })).toContainText('£');

  await other.getByRole('button', { name: `Remove ${game.name}` }).click();
  for (const tab of [one, other]) await expect(tab.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();
  expect(problems.flat()).toEqual([]);
});
