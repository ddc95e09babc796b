import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { arrive } from './visitor.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const place = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const chips = (page: Page) => page.getByRole('list', { name: 'Applied filters' }).getByRole('listitem');
const searchBox = (page: Page) => page.getByRole('combobox', { name: /^Search/ });
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggested products' }).getByRole('option');

/** Opens a list and waits until its cards are there. */
async function openList(page: Page, path: string): Promise<void> {
  await arrive(page, path);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)).toEqual([]);
}

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

test('Back and Forward through filters come back to the place where each list was left', async ({ page }) => {
  await openList(page, '/products/Steam');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  const results = page.getByRole('region', { name: 'Results' });
  const scroll = async (top: number) => {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
    await expect.poll(() => place(page)).toBe(top);
  };
  await scroll(640);
  await filters.getByRole('checkbox', { name: 'Action' }).check();
  await expect(page).toHaveURL(/genres=Action$/);
  await expect(chips(page)).toHaveText(['Action', 'Clear all']);
  await expect(results.locator('ul[aria-busy="false"]')).toBeVisible();
  await scroll(410);
  await filters.getByRole('checkbox', { name: 'Adventure' }).check();
  await expect(page).toHaveURL(/genres=Action,Adventure$/);
  await expect(chips(page)).toHaveText(['Action', 'Adventure', 'Clear all']);
  await expect(results.locator('ul[aria-busy="false"]')).toBeVisible();
  await scroll(220);

  await page.goBack();
  await expect(page).toHaveURL(/genres=Action$/);
  await expect.poll(() => place(page)).toBe(410);
  await page.goBack();
  await expect(page).toHaveURL(/Steam$/);
  await expect.poll(() => place(page)).toBe(640);
  await page.goForward();
  await expect.poll(() => place(page)).toBe(410);
  await page.goForward();
  await expect(page).toHaveURL(/genres=Action,Adventure$/);
  await expect.poll(() => place(page)).toBe(220);
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
  await expectAccessible(page);

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(filters.getByRole('alert')).toBeEmpty();
  await expect(from).toBeFocused();
  await expect(page).toHaveURL('/game-list-filtred?genres=Action,Adventure&minPrice=1&maxPrice=10');
  // The address is ahead of the page.
  await expect(chips(page)).toHaveText(['Action', 'Adventure', 'From €1', 'Under €10', 'Clear all']);
  await expect(page.getByRole('main').locator('ul[aria-busy="true"]')).toHaveCount(0);
  for (const text of await page.getByRole('article').locator('strong').allInnerTexts()) {
    expect(Number(text.replace(/[^\d.]/g, ''))).toBeLessThanOrEqual(10);
  }
});

test('a filter that is set from down the list brings the list back into view and moves the filters nowhere', async ({ page }) => {
  await openList(page, '/products/Steam');
  await page.evaluate(() => window.scrollTo(0, 900));
  const box = page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name: 'Adventure' });
  const before = (await box.boundingBox())?.y ?? NaN;
  await box.check();
  await expect(chips(page)).toHaveText(['Adventure', 'Clear all']);
  await expect(chips(page).first()).toBeInViewport();
  // To the pixel: a place is a whole number of them, a box is not.
  expect((await box.boundingBox())?.y).toBeCloseTo(before, 0);
});

test('another page of the list opens at its top with the focus on its heading', async ({ page }) => {
  await openList(page, '/products/Steam');
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL('/products/Steam?page=2');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(() => place(page)).toBe(0);
});

test('Back from a product restores filters and place, and asks for nothing again', async ({ page }) => {
  await openList(page, '/products/Steam?genres=Action');
  await page.evaluate(() => window.scrollTo(0, 700));
  await expect.poll(() => place(page)).toBe(700);
  const card = page.getByRole('article').getByRole('link').nth(6);
  await card.evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/\/product\//);
  await expect(page.getByRole('region', { name: 'Buy' })).toBeVisible();

  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/products/kinguin/') && asked.push(request.url()));
  await page.goBack();
  await expect(page).toHaveURL('/products/Steam?genres=Action');
  await expect(chips(page)).toHaveText(['Action', 'Clear all']);
  await expect.poll(async () => Math.abs((await place(page)) - 700)).toBeLessThan(100);
  expect(asked).toEqual([]);
});

test('on a phone the filters are a sheet of full height, and ten pages scroll beside the arrows', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openList(page, '/game-list-filtred');
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect.poll(async () => (await sheet.boundingBox())?.height).toBe(740);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Show all 33' }).click();
  await sheet.getByRole('checkbox', { name: 'RPG' }).check();
  await expect(sheet.getByRole('button', { name: 'Show results' })).toBeInViewport();
  await sheet.getByRole('button', { name: 'Show results' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused();
  await expect(page).toHaveURL('/game-list-filtred?genres=RPG');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('suggestions by keyboard: arrows and Enter open a product, Escape closes first and clears second', async ({ page }) => {
  await openList(page, '/products/Steam');
  await searchBox(page).focus();
  await page.keyboard.type('war');
  await expect(suggestions(page)).toHaveCount(3);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(suggestions(page)).toHaveCount(0);
  await expect(searchBox(page)).toHaveValue('war');
  await page.keyboard.press('Escape');
  await expect(searchBox(page)).toHaveValue('');

  await page.keyboard.type('war');
  await expect(suggestions(page)).toHaveCount(3);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(suggestions(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  const address = await suggestions(page).nth(1).getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address ?? '');
  await expect(suggestions(page)).toHaveCount(0);
});

test('Enter in the search box leads to the results, a blank one nowhere, and a click outside hides what is suggested', async ({ page }) => {
  await openList(page, '/softwares');
  await searchBox(page).fill('   ');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/softwares');
  await searchBox(page).fill('qqqqzzzz');
  await expect(page.getByText('No Product Found !')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByText('No Product Found !')).toBeHidden();
  await searchBox(page).fill('war');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search/war');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “war”');
});

for (const text of ['a/b', '100%', '%2F', 'c# & ?x=1', '🎮', '..', '<script>alert(1)</script>', 'x'.repeat(500)]) {
  test(`a search for ${text.slice(0, 30)} is answered, whatever it holds, and survives a reload`, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await arrive(page, '/404');
    await searchBox(page).fill(text);
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 1 });
    const answer = page
      .getByRole('main')
      .getByRole('article')
      .first()
      .or(page.getByRole('heading', { name: 'No results found !' }));
    await expect(heading).toHaveText(`Results for “${text.slice(0, 200)}”`);
    await expect(answer).toBeVisible();
    await page.reload();
    await expect(heading).toHaveText(`Results for “${text.slice(0, 200)}”`);
    await expect(answer).toBeVisible();
    expect(errors).toEqual([]);
  });
}
