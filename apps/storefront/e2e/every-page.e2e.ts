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
  '/guide',
  '/success',
  '/404',
];
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function violations(page: Page): Promise<string[]> {
  // Colours are measured where they have come to rest, on what is there and not on what is still loading.
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
  const { violations: found } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
}

/** Sum of all layout shifts since the page began to load. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // Without a single entry the observer is never called.
        setTimeout(resolve, 500, 0);
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0)),
        ).observe({ type: 'layout-shift', buffered: true });
      }),
  );
}

for (const width of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    test('no page breaks a rule of accessibility or scrolls sideways', async ({ page }) => {
      test.setTimeout(180_000);
      await arrive(page, '/404');
      for (const route of ROUTES) {
        await test.step(route, async () => {
          await page.goto(route, { waitUntil: 'domcontentloaded' });
          await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
          expect.soft(await violations(page), route).toEqual([]);
          expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), route).toBeLessThanOrEqual(0);
        });
      }
    });

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
      await expect(page.getByRole('heading', { name: 'Explore By Genre' })).toBeVisible();
      const header = page.getByRole('banner');
      expect((await header.boundingBox())?.height).toBe(100);
      const before = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.evaluate(() => window.scrollTo(0, 400));
      await expect(header).toHaveCSS('position', 'fixed');
      await expect(page.locator('body')).toHaveCSS('padding-top', '100px');
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(before);
    });

    test('home moves nothing by itself, neither while it loads nor when one scrolls past the header', async ({ page }) => {
      await arrive(page, '/home');
      await expect(page.locator('[aria-label="Featured games"] [data-ready]')).toBeVisible();
      for (let top = 0; top <= 600; top += 60) {
        await page.evaluate((y) => window.scrollTo(0, y), top);
        await page.waitForTimeout(50);
      }
      await expect(page.getByRole('banner')).toHaveCSS('position', 'fixed');
      expect(await shiftOf(page)).toBeLessThan(0.02);
    });
  });
}

test('no page breaks the content security policy or leaves an error in the console', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(`${page.url()}: ${message.text()}`));
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  await arrive(page, '/home');
  for (const route of [...ROUTES.filter((route) => route !== '/404'), '/checkout']) {
    await page.goto(route, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  }
  expect(errors).toEqual([]);
});

test('a reload and Back keep the place, and any other page opens at its top', async ({ page }) => {
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  await arrive(page, '/home');
  await expect(page.getByRole('heading', { name: 'Explore By Genre' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.reload();
  await expect.poll(place).toBe(300);
  await page.goto('/guide');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await place()).toBe(0);
  await page.goBack();
  await expect.poll(place).toBe(300);
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

/** First-load script in KiB as it travels, without the slider's own chunk (ux.md, C.1). */
const BUDGETS = [
  ['/home', 175],
  ['/products/Steam', 152],
  ['/my-cart', 150],
  ['/checkout', 150],
] as const;

for (const [route, kibibytes] of BUDGETS) {
  test(`${route} loads at most ${kibibytes} KiB of script`, async ({ page }) => {
    await arrive(page, route);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.waitForLoadState('networkidle');
    const bytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js') && !name.includes('slider-engine'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    expect(bytes).toBeGreaterThan(0);
    expect(bytes / 1024).toBeLessThanOrEqual(kibibytes);
  });
}
