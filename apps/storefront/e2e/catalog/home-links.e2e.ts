import { expect, test } from '@playwright/test';
import { arrive, settled } from '../support/visitor.ts';

test(
  'a genre, a price and a platform of home open their lists, and the strip swaps platforms, all in the same document',
  { tag: '@prove' },
  async ({ page }) => {
    // All tiles are in view: none is on its way while it is pressed.
    await page.setViewportSize({ width: 1920, height: 900 });
    await arrive(page, '/home');
    await settled(page);
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    const main = page.getByRole('main');
    for (const [block, tile, address, heading] of [
      ['Genres', /^RPG/, '/game-list-filtred?page=1&genres=RPG', 'All games'],
      ['Explore By Price', /€20$/, '/game-list-filtred?page=1&maxPrice=20', 'All games'],
      ['Explore By Platform', /^Epic Games/, '/products/Epic%20Games', 'Epic Games'],
    ] as const) {
      const region = page.getByRole('region', { name: block });
      await region.scrollIntoViewIfNeeded();
      // It is hydrated as it comes near: before, its links lead on as in any document, to another one.
      await expect(page.locator('[data-far]').filter({ has: region })).toHaveCount(0);
      await region.getByRole('link', { name: tile }).first().click();
      await expect(page).toHaveURL(address);
      await expect(main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(main.getByRole('article').first()).toBeVisible();
      if (block === 'Explore By Platform') break;
      await page.goBack();
      await expect(page).toHaveURL('/home');
    }

    const strip = page.getByRole('navigation', { name: 'Platforms and software' });
    for (const [tab, address, heading] of [
      ['Xbox', '/products/Xbox', 'Xbox'],
      ['Softwares', '/softwares', 'Software'],
    ] as const) {
      await strip.getByRole('link', { name: tab }).click();
      await expect(page).toHaveURL(address);
      await expect(main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(strip.locator('[aria-current="page"]')).toHaveText(tab);
    }
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  },
);
