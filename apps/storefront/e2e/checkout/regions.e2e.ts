import { expect, test } from '@playwright/test';
import { type ListedProduct } from '@keyturn/api-client';
import { productPath } from '@keyturn/shop-rules';
import { ask } from '../support/shop-fixtures.ts';
import { arrive } from '../support/visitor.ts';

test('a buyer from Poland reads at every step that a key is for the United States alone, and is refused by its name and his country', async ({
  page,
}) => {
  const { products } = await ask<{ products: ListedProduct[] }>('/products/search/Steam%20Gift%20Card%2050%20USD');
  const card = products.find(({ regions }) => regions.includes('United States'));
  if (!card) throw new Error('The demo shop has no card for the United States.');
  await arrive(page, productPath(card));

  const buy = page.getByRole('region', { name: 'Buy' });
  await buy.getByRole('combobox', { name: 'Country in which you activate it' }).selectOption({ label: 'Poland' });
  await expect(buy.getByText('Does not activate in Poland')).toBeVisible();
  await buy.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('dialog').filter({ hasText: 'Added to cart' }).getByRole('button', { name: 'View cart' }).click();

  await expect(page.getByRole('list', { name: 'Items in your cart' })).toContainText(
    'Does not activate in Poland. It activates: United States.',
  );
  await page.getByRole('link', { name: 'Checkout' }).click();

  const main = page.getByRole('main');
  await expect(main.getByLabel('Country')).toHaveValue('PL');
  await main.getByLabel('Full name').fill('Ada Buyer');
  await main.getByLabel('E-mail').fill(`ada-${crypto.randomUUID()}@example.com`);
  await main.getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(main.getByRole('alert')).toContainText(`${card.name} cannot be activated in Poland.`);
  await expect(page).toHaveURL(/\/checkout$/);
});
