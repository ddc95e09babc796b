import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { arrive, gameInStock } from './visitor.ts';

const WIDTHS = [360, 1000, 1440];
const ROUTES = [
  '/home',
  '/products/Steam',
  '/softwares',
  '/game-list-filtred?genres=RPG',
  '/search/the',
  '/my-cart',
  '/auth/login',
  '/about',
  '/success',
  '/404',
];
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function violations(page: Page): Promise<string[]> {
  // Colours are measured where they have come to rest.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(400);
  const { violations: found } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
}

for (const width of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    for (const route of ROUTES) {
      test(`${route} breaks no rule of accessibility and does not scroll sideways`, async ({ page }) => {
        await arrive(page, route);
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
      });
    }

    test('the way from a game to the checkout breaks no rule of accessibility', async ({ page }) => {
      await arrive(page, productPath(await gameInStock(1)));
      await expect(page.getByRole('region', { name: 'Buy' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Add to Cart' }).click();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'View cart' }).click();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Checkout' }).click();
      await page.getByRole('button', { name: /^Pay/ }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('the header is 100 px high, and nothing moves when it becomes fixed', async ({ page }) => {
      await arrive(page, '/home');
      await page.waitForLoadState('networkidle');
      const header = page.getByRole('banner');
      expect((await header.boundingBox())?.height).toBe(100);
      const before = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.evaluate(() => window.scrollTo(0, 400));
      await expect(header).toHaveCSS('position', 'fixed');
      await expect(page.locator('body')).toHaveCSS('padding-top', '100px');
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(before);
    });
  });
}

test.describe('under the content security policy', () => {
  for (const route of [...ROUTES.slice(0, -1), '/checkout']) {
    test(`${route} opens without an error in the console`, async ({ page }) => {
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(error.message));
      await arrive(page, route);
      await page.waitForLoadState('networkidle');
      expect(errors).toEqual([]);
    });
  }
});

test('slides in view follow the width, before and after the script of the slider', async ({ page }) => {
  await arrive(page, '/home');
  const row = page.getByRole('region', { name: 'Genres' }).locator('.swiper').or(page.locator('section[aria-label="Genres"] .swiper'));
  for (const [width, count] of [
    [360, 3],
    [1219, 3],
    [1220, 4],
    [1589, 4],
    [1590, 7],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() =>
        row
          .first()
          .evaluate((frame) => Math.round(frame.clientWidth / (frame.querySelector('.swiper-slide')?.getBoundingClientRect().width ?? 1))),
      )
      .toBe(count);
  }
});
