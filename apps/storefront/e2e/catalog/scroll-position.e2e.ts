import { expect, test, type Page, type Route } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { chips, openList } from '../support/list-page.ts';
import { origins } from '../support/origins.ts';
import { frames } from '../support/page-checks.ts';
import { arrive, gameInStock, settled } from '../support/visitor.ts';

/** Where a page stands after filters, another page of a list, Back, Forward and a reload. */

const place = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

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

test('Back right after a scroll, before the browser reports it, keeps the place of that scroll for Forward', async ({ page }) => {
  // The browser reports a scroll with the next frame: on a busy machine that is after the visitor has gone back.
  await page.addInitScript(() => {
    for (const event of ['scroll', 'scrollend'])
      window.addEventListener(event, (late) => 'isBusy' in window && late.stopImmediatePropagation(), true);
  });
  await openList(page, '/products/Steam');
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name: 'Action' }).check();
  await expect(chips(page)).toHaveText(['Action', 'Clear all']);
  await expect(page.getByRole('region', { name: 'Results' }).locator('ul[aria-busy="false"]')).toBeVisible();
  await page.evaluate(() => {
    Object.assign(window, { isBusy: true });
    window.scrollTo({ top: 220, behavior: 'instant' });
  });
  await page.goBack();
  await expect(chips(page)).toHaveCount(0);
  await page.goForward();
  await expect(chips(page)).toHaveText(['Action', 'Clear all']);
  await expect.poll(() => place(page)).toBe(220);
});

test('a page that is left again before it is long enough for its place keeps that place', async ({ page }) => {
  await arrive(page, productPath(await gameInStock(1)));
  await settled(page);
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
  await expect.poll(() => place(page)).toBe(900);
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
  await expect(page).toHaveURL('/my-cart');
  // From here on the product is asked for anew.
  await page.reload();
  const held: Route[] = [];
  await page.route(`${origins.api}/products/kinguinId/*`, (route) => void held.push(route));
  await page.goBack();
  await expect.poll(() => held.length).toBe(1);
  await page.goForward();
  await expect(page).toHaveURL('/my-cart');
  await Promise.all(held.map((route) => route.continue()));
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Buy' })).toBeVisible();
  await expect.poll(() => place(page)).toBe(900);
});

test('a filter that is set from down the list brings the list back into view and moves the filters nowhere', async ({ page }) => {
  await openList(page, '/products/Steam');
  await page.evaluate(() => window.scrollTo(0, 900));
  await expect.poll(() => place(page)).toBe(900);
  await frames(page, 5);
  const box = page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name: 'Adventure' });
  const before = (await box.boundingBox())?.y ?? NaN;
  await box.check();
  await expect(chips(page)).toHaveText(['Adventure', 'Clear all']);
  await expect(chips(page).first()).toBeInViewport();
  // To the pixel: a place is a whole number of them, a box is not.
  await expect.poll(async () => (await box.boundingBox())?.y).toBeCloseTo(before, 0);
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

test('a reload and Back keep the place, and any other page opens at its top', async ({ page }) => {
  // Nowhere while one page gives way to the next.
  const placeNow = () => place(page).catch(() => null);
  await arrive(page, '/home');
  await expect(page.getByRole('heading', { name: 'Explore By Genre' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.reload();
  await expect.poll(placeNow).toBe(300);
  await page.goto('/guide');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A place that is restored comes a few frames after the page.
  await frames(page, 10);
  expect(await place(page)).toBe(0);
  await page.goBack();
  await expect.poll(placeNow).toBe(300);
});
