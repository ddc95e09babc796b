import { expect, test } from '@playwright/test';
import { arrive, mailsTo } from '../support/visitor.ts';

test('a visitor buys a key and reads it in the mailbox', { tag: '@alone' }, async ({ page }) => {
  const email = `ada-${Date.now()}@example.com`;
  await arrive(page, '/');
  await expect(page).toHaveURL(/\/home$/);

  await page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Add to Cart/ }) })
    .first()
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/\/product\/.+-\d+$/);
  await expect(page.getByRole('region', { name: 'Buy' })).toBeVisible();
  const name = await page.getByRole('heading', { level: 1 }).innerText();

  await page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Add to Cart' }).click();
  const popup = page.getByRole('dialog').filter({ hasText: 'Added to cart' });
  await expect(popup).toContainText('You have 1 items in your cart');
  await popup.getByRole('button', { name: 'View cart' }).click();

  await expect(page).toHaveURL(/\/my-cart$/);
  await page.getByRole('button', { name: `One more of ${name}` }).click();
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Currency' }).selectOption('Gbp');
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('£');
  const total = await page
    .getByRole('region', { name: 'Summary' })
    .getByText(/^£[1-9]/)
    .last()
    .innerText();
  await page.getByRole('link', { name: 'Checkout' }).click();

  const pay = page.getByRole('button', { name: /^Pay/ });
  await expect(pay).toHaveText(`Pay ${total}`);
  const alert = page.getByRole('main').getByRole('alert');
  await pay.click();
  await expect(alert).toContainText('Full name and email are required!');
  await page.getByLabel('Full name').fill('Ada Buyer');
  await page.getByRole('main').getByLabel('E-mail').fill('ada@nowhere');
  await pay.click();
  await expect(alert).toContainText('Please enter a valid email address.');
  await page.getByRole('main').getByLabel('E-mail').fill(email);
  await pay.click();
  await expect(alert).toContainText('You must accept the Terms and Privacy policy.');
  await page.getByRole('main').getByRole('checkbox').check();
  await pay.click();

  // The payment page is the provider's: it shows the very total that the shop has shown.
  await expect(page.getByRole('button', { name: /^Pay / }).first()).toContainText(total);
  // Cards alone, unless the shop is set up for more.
  await expect(page.getByRole('button', { name: /bank transfer/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Pay £/ }).click();

  await expect(page).toHaveURL(/\/success/);
  await expect(page.getByRole('main')).toContainText('check your e-mail');
  await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();

  await expect.poll(async () => (await mailsTo(email)).map(({ text }) => text).join('\n'), { timeout: 20_000 }).toContain(name);
  const mail = (await mailsTo(email)).find(({ text }) => text.includes(name));
  const keys = mail?.text.match(/\b[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){2,}\b/g) ?? [];
  expect(new Set(keys).size).toBeGreaterThanOrEqual(2);
});
