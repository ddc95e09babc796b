import { expect, test } from '@playwright/test';
import { checkOut, gameInStock, storedLine } from './visitor.ts';

test('a product that is gone and a quantity above the stock are taken out before anything is paid', async ({ page }) => {
  const game = await gameInStock(2);
  await checkOut(page, [storedLine(game, { quantity: 99 }), storedLine({ ...game, name: 'Gone Game' }, { id: '999999999' })]);
  await page.getByRole('button', { name: /^Pay/ }).click();

  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('some products has been removed');
  await expect(dialog).toContainText('Gone Game is no longer available.');
  await expect(dialog).toContainText(`${game.name}: only ${game.mqte} left, you had 99.`);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Buyer');
});

test('a price that the browser remembers wrongly is told, and never charged', async ({ page }) => {
  const game = await gameInStock(1);
  await checkOut(page, [storedLine(game, { newPrice: 0.5 })]);
  await expect(page.getByRole('button', { name: 'Pay €0.50' })).toBeVisible();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('alertdialog')).toContainText('it was €0.50');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: `Pay €${(game.new_price ?? game.sellPrice).toFixed(2)}` })).toBeVisible();
});

test('a double click on Pay makes one session, and turning back frees the way for another', async ({ page }) => {
  const game = await gameInStock(1);
  const made: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/products/payment_checkout'))
      made.push(request.headers()['idempotency-key'] ?? '');
  });
  await checkOut(page, [storedLine(game)]);
  await page.getByRole('button', { name: /^Pay/ }).dblclick();
  await page.getByRole('button', { name: 'Cancel and go back to the shop' }).click();
  expect(made).toHaveLength(1);

  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByLabel('E-mail')).toHaveValue('ada@example.com');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('button', { name: 'Cancel and go back to the shop' }).click();
  expect(new Set(made).size).toBe(2);
});

test('two tabs share one cart', async ({ context }) => {
  const [one, other] = [await context.newPage(), await context.newPage()];
  await one.goto('/home');
  await other.goto('/my-cart');
  await one
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(other.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
});
