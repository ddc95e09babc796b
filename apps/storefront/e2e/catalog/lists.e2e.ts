import { expect, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { chips, openList } from '../support/list-page.ts';

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

test('filters by mouse stand in the address, Back and Forward go through them, and each starts at the first page', async ({ page }) => {
  await openList(page, '/products/Steam?page=2&utm_source=mail');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('checkbox', { name: 'Action' }).check();
  await expect(page).toHaveURL('/products/Steam?utm_source=mail&genres=Action');
  await filters.getByRole('button', { name: 'Show all 33' }).click();
  await filters.getByRole('checkbox', { name: 'RPG' }).check();
  await expect(chips(page)).toHaveText(['Action', 'RPG', 'Clear all']);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price up');
  await expect(page).toHaveURL('/products/Steam?utm_source=mail&genres=Action,RPG&sort=priceAsc');

  await page.goBack();
  await page.goBack();
  await expect(chips(page)).toHaveText(['Action', 'Clear all']);
  await expect(filters.getByRole('checkbox', { name: 'RPG' })).not.toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL('/products/Steam?page=2&utm_source=mail');
  await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page');
  await page.goForward();
  await page.goForward();
  await expect(chips(page)).toHaveText(['Action', 'RPG', 'Clear all']);

  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/products/Steam?utm_source=mail');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('filters by keyboard: genres with the space bar, "please verify" for prices that cannot be, and the focus stays', async ({ page }) => {
  await openList(page, '/game-list-filtred');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  for (const genre of ['Action', 'Adventure']) {
    await filters.getByRole('checkbox', { name: genre }).focus();
    await page.keyboard.press('Space');
    await expect(filters.getByRole('checkbox', { name: genre })).toBeChecked();
    await expect(filters.getByRole('checkbox', { name: genre })).toBeFocused();
  }
  await expect(page).toHaveURL('/game-list-filtred?genres=Action,Adventure');

  const from = filters.getByLabel('From');
  await from.focus();
  await page.keyboard.type('50');
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL('/game-list-filtred?genres=Action,Adventure&minPrice=50');
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  await expect(filters.getByRole('alert')).toHaveText('please verify');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL('/game-list-filtred?genres=Action,Adventure&minPrice=50');
  // The address is ahead of the page, and a list on its way is dimmed.
  await expect(chips(page)).toHaveText(['Action', 'Adventure', 'From €50', 'Clear all']);
  await expect(page.getByRole('main').locator('ul[aria-busy="true"]')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(filters.getByRole('alert')).toBeEmpty();
  await expect(from).toBeFocused();
  await expect(page).toHaveURL('/game-list-filtred?genres=Action,Adventure&minPrice=1&maxPrice=10');
  await expect(chips(page)).toHaveText(['Action', 'Adventure', 'From €1', 'Under €10', 'Clear all']);
  await expect(page.getByRole('main').locator('ul[aria-busy="true"]')).toHaveCount(0);
  for (const text of await page.getByRole('article').locator('strong').allInnerTexts()) {
    expect(Number(text.replace(/[^\d.]/g, ''))).toBeLessThanOrEqual(10);
  }
});

test('on a phone the filters are a sheet of full height, and ten pages scroll beside the arrows', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openList(page, '/game-list-filtred');
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect.poll(async () => (await sheet.boundingBox())?.height).toBe(740);
  await sheet.getByRole('button', { name: 'Show all 33' }).click();
  await sheet.getByRole('checkbox', { name: 'RPG' }).check();
  await expect(sheet.getByRole('button', { name: 'Show results' })).toBeInViewport();
  await sheet.getByRole('button', { name: 'Show results' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused();
  await expect(page).toHaveURL('/game-list-filtred?genres=RPG');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
