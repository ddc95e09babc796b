import { expect, type Locator, type Page, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { claimedWidth } from './claimed-width.ts';
import { resize } from '../support/page-checks.ts';
import { gamesInStock } from '../support/shop-fixtures.ts';
import { slider } from '../support/slider-view.ts';
import { arrive, settled } from '../support/visitor.ts';

/** Where `sizes` changes, and the pixel beside it; with `npm run prove` also what lies between. */
const WIDTHS = [
  [[360, 1000, 1319, 1320, 1920], {}],
  [[600, 768, 1650], { tag: '@prove' }],
] as const;

/** `sizes` may promise this much more or less than the picture's width: the pictures' own steps are far coarser. */
const LEAST = 0.9;
const MOST = 1.12;

async function hold(page: Page, widths: readonly number[], pictures: Readonly<Record<string, Locator>>): Promise<void> {
  for (const width of widths) {
    await resize(page, { width, height: 900 });
    for (const [name, picture] of Object.entries(pictures)) {
      const claimed = await claimedWidth(picture);
      expect.soft(claimed, `${name} at ${width} px`).toBeGreaterThan(LEAST);
      expect.soft(claimed, `${name} at ${width} px`).toBeLessThan(MOST);
    }
  }
}

/** How each picture that is far below the first screen is fetched. */
const farBelow = (page: Page) =>
  page
    .locator('main img')
    .evaluateAll((all: HTMLImageElement[]) =>
      all.filter((img) => img.getBoundingClientRect().top > 2 * window.innerHeight).map(({ loading }) => loading),
    );

for (const [widths, details] of WIDTHS) {
  const at = `${widths.join(', ')} px`;
  test(
    `on home the pictures of the hero and the sliders are as wide at ${at} as their sizes attributes say, and those below wait until they are near`,
    details,
    async ({ page }) => {
      await arrive(page, '/home');
      await settled(page);
      const far = await farBelow(page);
      expect(far.length).toBeGreaterThan(10);
      expect(new Set(far)).toEqual(new Set(['lazy']));
      await hold(page, widths, {
        hero: slider(page, 'Featured games').locator('img').first(),
        'product slider': slider(page, 'Best Sellers').locator('img').first(),
      });
    },
  );

  test(`on a game’s page cover and screenshots are as wide at ${at} as their sizes attributes say`, details, async ({ page }) => {
    const [game] = await gamesInStock(1);
    if (!game) throw new Error('The shop has no game.');
    await arrive(page, productPath(game));
    await settled(page);
    await hold(page, widths, {
      cover: page.locator('article img').first(),
      screenshot: slider(page, 'Screenshots')
        .getByRole('button', { name: /^Enlarge/ })
        .locator('img')
        .first(),
    });
  });
}
