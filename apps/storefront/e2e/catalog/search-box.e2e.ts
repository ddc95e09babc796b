import { expect, test, type Page } from '@playwright/test';
import { openList } from '../support/list-page.ts';
import { arrive } from '../support/visitor.ts';

const searchBox = (page: Page) => page.getByRole('combobox', { name: /^Search/ });
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggested products' }).getByRole('option');

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

test(
  'suggestions by keyboard: arrows and Enter open a product, Escape closes first and clears second',
  { tag: '@prove' },
  async ({ page }) => {
    await openList(page, '/products/Steam');
    await searchBox(page).focus();
    await page.keyboard.type('war');
    await expect(suggestions(page)).toHaveCount(3);
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
  },
);

test(
  'Enter in the search box leads to the results, a blank one nowhere, and a click outside hides what is suggested',
  { tag: '@prove' },
  async ({ page }) => {
    await openList(page, '/softwares');
    await searchBox(page).fill('   ');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/softwares');
    await searchBox(page).fill('qqqqzzzz');
    await expect(page.getByText('No Product Found !')).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(page.getByText('No Product Found !')).toBeHidden();
    await searchBox(page).fill('war');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search/war');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “war”');
  },
);

for (const [text, details] of [
  ['c# & ?x=1', {}],
  ...['a/b', '100%', '%2F', '🎮', '..', '<script>alert(1)</script>', 'x'.repeat(500)].map((one) => [one, { tag: '@prove' }] as const),
] as const) {
  test(`a search for ${text.slice(0, 30)} is answered, whatever it holds, and survives a reload`, details, async ({ page }) => {
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
