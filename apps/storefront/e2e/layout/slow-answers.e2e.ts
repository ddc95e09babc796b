import { expect, type Page, test } from '@playwright/test';
import { origins } from '../support/origins.ts';
import { expectNoLayoutShift } from '../support/layout-shift.ts';
import { arrive, settled } from '../support/visitor.ts';

/** Later than the half second for which the browser forgives what moves after a click. */
const LATE_MS = 700;

/** Lets an action ask the slow shop, and waits until its answer is drawn. */
async function answered(page: Page, act: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().startsWith(`${origins.api}/products/`));
  await act();
  await answer;
  await expect(page.getByRole('main').locator('ul[aria-busy="true"]')).toHaveCount(0);
}

for (const [width, height, tag] of [
  [360, 740, ['@prove']],
  [1440, 900, []],
] as const) {
  test(`nothing moves at ${width} px when the answers to filter, sort, page and search come late`, { tag: [...tag] }, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await page.route(`${origins.api}/products/**`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, LATE_MS));
      await route.continue();
    });
    await arrive(page, '/products/Steam');
    await settled(page);
    const unmoved = (what: string) => expectNoLayoutShift(page, { forgiving: true, after: what });
    await unmoved('loading');

    const sort = page.getByRole('combobox', { name: 'Sort by' });
    await answered(page, () => sort.selectOption('Price up'));
    await unmoved('sorting');
    if (width >= 1000) {
      const filters = page.getByRole('complementary', { name: 'Filters' });
      for (const genre of ['Action', 'Adventure']) {
        await answered(page, () => filters.getByRole('checkbox', { name: genre, exact: true }).check());
        await unmoved(`choosing ${genre}`);
      }
      // So few that a long list becomes a short one.
      await filters.getByLabel('From').fill('20');
      await filters.getByRole('spinbutton', { name: 'To' }).fill('30');
      await answered(page, () => page.keyboard.press('Enter'));
      await unmoved('choosing a price');
      // That list is known already.
      await page.getByRole('link', { name: 'Clear all', exact: true }).click();
      await expect(page.getByRole('list', { name: 'Applied filters' })).toHaveCount(0);
      await unmoved('taking the filters away');
    }
    await answered(page, () => page.getByRole('link', { name: 'Page 2', exact: true }).click());
    await unmoved('turning the page');

    const search = page.getByRole('combobox', { name: /^Search/ });
    if (await search.isVisible()) {
      await search.pressSequentially('the', { delay: 30 });
      await expect(page.getByRole('listbox', { name: 'Suggested products' }).getByRole('option').first()).toBeVisible();
      await unmoved('suggesting');
    }
  });
}
