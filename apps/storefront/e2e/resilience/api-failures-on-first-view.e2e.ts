import { expect, type Page, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { ownStorefront } from '../support/own-storefront.ts';
import { decided, gameInStock, settled } from '../support/visitor.ts';

/** The first page of a visit, while the API gives nobody an answer: neither the server that sends the page nor the browser. */

let shop: Awaited<ReturnType<typeof ownStorefront>>;
test.beforeAll(async () => {
  shop = await ownStorefront();
});
test.afterEach(() => shop.letApi('answers'));
test.afterAll(() => shop.stop());

const PAGES = [
  { name: 'home', path: async () => '/home', shows: (page: Page) => page.getByRole('main').getByRole('article').first() },
  { name: 'a list', path: async () => '/products/Steam', shows: (page: Page) => page.getByRole('main').getByRole('article').first() },
  {
    name: 'a product',
    path: async () => productPath(await gameInStock(1)),
    shows: (page: Page) => page.getByRole('region', { name: 'Buy' }),
  },
];

const failed = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: 'could not be loaded' });
const lost = (page: Page) => page.getByRole('status').filter({ hasText: 'The shop gives no answer.' });

/** Longer than the shop waits between two questions whether the API is there again. */
const NEXT_QUESTION_MS = 15_000;
const HEALTH = /\/health\/live$/;

for (const { name, path, shows } of PAGES) {
  // Whether the server has fetched a page is the same code for all of them: one goes with every change.
  const tag = name === 'a list' ? [] : ['@prove'];

  test(
    `${name}, opened while the API is down, says so, and its own Try again brings it once the API is back`,
    { tag },
    async ({ page }) => {
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      const address = shop.origin + (await path());
      shop.letApi('refuses');
      await decided(page);
      // The shop must not find by itself that the API is back before the button is pressed.
      await page.route(HEALTH, (route) => route.abort());
      expect((await page.goto(address))?.status()).toBe(200);
      await expect(failed(page).first()).toBeVisible();
      await expect(lost(page)).toBeVisible();
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }));

      // Still down: it says so again.
      const refused = page.waitForEvent('requestfailed', (request) => !HEALTH.test(request.url()));
      await failed(page).first().getByRole('button', { name: 'Try again' }).click();
      await refused;
      await expect(failed(page).first()).toBeVisible();
      await expect(shows(page)).toHaveCount(0);

      shop.letApi('answers');
      await failed(page).first().getByRole('button', { name: 'Try again' }).click();
      await expect(shows(page)).toBeVisible();
      await page.unroute(HEALTH);
      await expect(failed(page)).toHaveCount(0);
      await expect(lost(page)).toHaveCount(0, { timeout: 20_000 });
      expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
      expect(errors).toEqual([]);
    },
  );

  test(`${name}, opened while the API is down, comes by itself once it is back`, { tag }, async ({ page }) => {
    await page.clock.install();
    const address = shop.origin + (await path());
    shop.letApi('refuses');
    await decided(page);
    await page.goto(address);
    await expect(lost(page)).toBeVisible();
    shop.letApi('answers');
    await page.clock.fastForward(NEXT_QUESTION_MS);
    await expect(shows(page)).toBeVisible();
  });

  // Alone: it measures time.
  const tagAlone = name === 'a list' ? '@alone' : tag;

  test(
    `${name} is sent without its content when the API hangs, and shows it as soon as the API goes on`,
    { tag: tagAlone },
    async ({ page }) => {
      const address = shop.origin + (await path());
      shop.letApi('hangs');
      await decided(page);
      const began = Date.now();
      const response = await page.goto(address, { waitUntil: 'commit' });
      expect(Date.now() - began).toBeLessThan(3500);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' }).first()).toBeAttached();
      shop.letApi('answers');
      await expect(shows(page)).toBeVisible({ timeout: 20_000 });
      await settled(page);
    },
  );
}
