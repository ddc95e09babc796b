import { expect, type Page, test } from '@playwright/test';
import { origins } from '../support/origins.ts';
import { arrive, settled } from '../support/visitor.ts';

const failed = (page: Page) => page.getByRole('main').locator('[data-state="failed"]');
const shown = (page: Page) => page.getByRole('main').locator('[data-state="shown"]');
const inView = (page: Page) =>
  shown(page).evaluateAll((pictures) => pictures.filter((picture) => picture.getBoundingClientRect().top < window.innerHeight).length);

/** Longer than the shop waits between two questions whether the API is there again. */
const NEXT_QUESTION_MS = 15_000;

test.use({ viewport: { width: 1000, height: 800 } });

test('pictures that failed while the API was down come by themselves once it is back', async ({ page }) => {
  await page.clock.install();
  await page.route(`${origins.api}/**`, (route) => route.abort('connectionrefused'));
  await arrive(page, '/products/Steam');
  await settled(page);
  await expect(failed(page).first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'The shop gives no answer.' })).toBeVisible();

  await page.unroute(`${origins.api}/**`);
  await page.clock.fastForward(NEXT_QUESTION_MS);
  await expect.poll(() => inView(page)).toBeGreaterThan(0);
  await expect(failed(page)).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'The shop gives no answer.' })).toHaveCount(0);
});

test('an API that is gone while nothing but pictures is still to come is noticed by them', async ({ page }) => {
  await page.clock.install();
  // Two columns: long enough that the last pictures are not fetched ahead.
  await page.setViewportSize({ width: 360, height: 640 });
  await arrive(page, '/products/Steam');
  await settled(page);
  await page.waitForLoadState('networkidle');
  await page.route(`${origins.api}/**`, (route) => route.abort('connectionrefused'));
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await expect(failed(page).first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'The shop gives no answer.' })).toBeVisible();

  await page.unroute(`${origins.api}/**`);
  await page.clock.fastForward(NEXT_QUESTION_MS);
  await expect(failed(page)).toHaveCount(0);
});

test('a visitor who goes offline sees a message, moves on, and has the list with its pictures once back online', async ({ page }) => {
  await arrive(page, '/products/Steam');
  await settled(page);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'You are offline. We go on as soon as you are back.' })).toBeVisible();
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect.poll(() => inView(page)).toBeGreaterThan(0);
  await expect(failed(page)).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toHaveCount(0);
});
