import { expect, type Page, test } from '@playwright/test';
import { anotherBuyer, ask, expire, gamesInStock, sessionsOf, takeIn } from '../support/shop-fixtures.ts';
import { checkOut, gameInStock, storedLine } from '../support/visitor.ts';
import type { ListedProduct } from '@keyturn/api-client';

const buyer = () => `ada-${crypto.randomUUID()}@example.com`;
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay/ });
const turnBack = (page: Page) => page.getByRole('button', { name: 'Cancel and go back to the shop' });

test(
  'what another buyer takes while one fills in the form is taken out of the cart: some of it, then all',
  { tag: '@alone' },
  async ({ page }) => {
    // A game of its own, so that every key of it is accounted for.
    const kinguinId = 900_000_000 + (Math.floor(Date.now() / 1000) % 90_000) + 1000;
    await takeIn([{ kinguinId, name: `Last Pieces ${kinguinId}`, platform: 'Steam', price: 7, genres: ['Indie'] }], 3);
    const game = await ask<ListedProduct>(`/products/kinguinId/${kinguinId}`);
    const email = buyer();
    await checkOut(page, [storedLine(game, { quantity: 2 }), storedLine(await gameInStock(1))], email);

    const two = await anotherBuyer([storedLine(game, { quantity: 2 })]);
    await payButton(page).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('some products has been removed');
    await expect(dialog).toContainText(`${game.name}: only 1 left, you had 2.`);
    await dialog.getByRole('button', { name: 'Continue' }).click();

    const last = await anotherBuyer([storedLine(game)]);
    await payButton(page).click();
    await expect(dialog).toContainText('some products has been removed');
    await expect(dialog).toContainText(`${game.name} is no longer available.`);
    await dialog.getByRole('button', { name: 'Continue' }).click();

    // What is left can be paid, and nothing was opened at the provider before.
    expect(await sessionsOf(email)).toEqual([]);
    await expect(page.getByRole('main').getByLabel('E-mail')).toHaveValue(email);
    await payButton(page).click();
    await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible();
    await expect(page.getByRole('list')).not.toContainText(game.name);
    await turnBack(page).click();
    await expect(page).toHaveURL(/\/checkout$/);
    for (const { id } of [two, last]) await expire(id);
  },
);

test('a wrong price in the browser’s storage is reported, and never charged', { tag: '@prove' }, async ({ page }) => {
  const game = await gameInStock(1);
  await checkOut(page, [storedLine(game, { newPrice: 0.5 })]);
  await expect(page.getByRole('button', { name: 'Pay €0.50' })).toBeVisible();
  await payButton(page).click();
  await expect(page.getByRole('alertdialog')).toContainText('it was €0.50');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: `Pay €${(game.new_price ?? game.sellPrice).toFixed(2)}` })).toBeVisible();
});

test(
  'a double click on Pay makes one session at the provider, and turning back frees the way for another',
  { tag: '@alone' },
  async ({ page }) => {
    const email = buyer();
    await checkOut(page, [storedLine(await gameInStock(1))], email);
    await payButton(page).dblclick();
    await expect(turnBack(page)).toBeVisible();
    expect(await sessionsOf(email)).toHaveLength(1);

    await turnBack(page).click();
    await expect(page).toHaveURL(/\/checkout$/);
    await payButton(page).click();
    await expect(turnBack(page)).toBeVisible();
    const sessions = await sessionsOf(email);
    expect(sessions.map(({ status }) => status).sort()).toEqual(['expired', 'open']);
    await turnBack(page).click();
    await expect(page).toHaveURL(/\/checkout$/);
  },
);

const TYPED = [
  ['Full name', 'Ada Łukasiewicz 🎮'],
  ['Phone', '+48 22 000 00 00'],
  ['Zip code', '00-001'],
  ['Company', 'Ada & Söhne "GmbH"'],
  ['Tax number', 'PL0000000000'],
  ['Notes', 'First line\nsecond line'],
] as const;

async function fillEverything(page: Page): Promise<void> {
  await page.getByText('Invoice details').click();
  for (const [label, text] of TYPED) await page.getByLabel(label).fill(text);
  await page.getByLabel('Country').selectOption({ label: 'Poland' });
}

async function expectEverything(page: Page, email: string): Promise<void> {
  for (const [label, text] of TYPED) await expect(page.getByLabel(label)).toHaveValue(text);
  await expect(page.getByLabel('Country')).toHaveValue('PL');
  await expect(page.getByRole('main').getByLabel('E-mail')).toHaveValue(email);
  await expect(page.getByRole('main').getByRole('checkbox')).toBeChecked();
}

const WAYS_BACK = [
  ['the payment page’s own button', (page: Page) => turnBack(page).click(), '@prove'],
  ['the browser’s Back', (page: Page) => page.goBack(), '@alone'],
] as const;

for (const [way, goBack, tag] of WAYS_BACK) {
  test(`who comes back from the payment page by ${way} finds form and cart as they were, and can pay`, { tag }, async ({ page }) => {
    const email = buyer();
    await checkOut(page, [storedLine(await gameInStock(2), { quantity: 2 })], email);
    await fillEverything(page);
    const amount = await payButton(page).innerText();
    await payButton(page).click();
    await expect(turnBack(page)).toBeVisible();
    await goBack(page);
    await expect(page).toHaveURL(/\/checkout$/);
    await expectEverything(page, email);
    await expect(payButton(page)).toHaveText(amount);
    await payButton(page).click();
    await expect(turnBack(page)).toBeVisible();
    await turnBack(page).click();
    await expect(page).toHaveURL(/\/checkout$/);
  });
}

const CURRENCIES = [
  ['Gbp', '£', /[€$]|zł/],
  ['Pln', 'zł', /[€$£]/],
  ['Usd', '$', /[€£]|zł/],
] as const;

for (const [which, currencies, tag] of [
  ['another currency', CURRENCIES.filter(([currency]) => currency === 'Pln'), []],
  ['each currency in turn', CURRENCIES, ['@prove']],
] as const) {
  test(
    `${which} reloads the page at the same place and changes every price, and typed fields stay`,
    { tag: [...tag] },
    async ({ page, context }) => {
      const games = (await gamesInStock(2)).slice(0, 12);
      const email = buyer();
      const lines = games.map((game, position) => storedLine(game, { quantity: 1 + (position % 2) }));
      await page.setViewportSize({ width: 1000, height: 600 });
      await checkOut(page, lines, email);
      await fillEverything(page);

      const cart = await context.newPage();
      await cart.setViewportSize({ width: 1000, height: 600 });
      await cart.goto('/my-cart');
      const prices = cart.getByRole('main').getByText(/[€£$]\s?\d|\d\s?zł/);
      await expect(prices.first()).toBeVisible();
      await cart.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
      await expect(cart.getByRole('banner')).toHaveCSS('position', 'fixed');
      for (const [currency, sign, others] of currencies) {
        await cart.getByRole('combobox', { name: 'Currency' }).first().selectOption(currency);
        await expect(cart.getByRole('main')).not.toContainText(others);
        await expect(cart.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')).toHaveCount(lines.length);
        for (const item of await cart.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem').all()) {
          await expect(item).toContainText(sign);
        }
        await expect.poll(() => cart.evaluate(() => Math.round(window.scrollY))).toBe(400);
        // The checkout in the other tab follows, with what was typed.
        await expect(payButton(page)).toContainText(sign);
        await expect(page.getByRole('main')).not.toContainText(others);
        await expectEverything(page, email);
      }
    },
  );
}
