import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { origins } from '../support/origins.ts';
import { arrive, gameInStock } from '../support/visitor.ts';

/** What a phone has to fetch beside scripts, styles and font, which budgets.e2e.ts weighs. */

const built = join(import.meta.dirname, '../../../../dist/storefront');
const MOST_BEFORE_LARGEST = 14;
const PHONE = { width: 360, height: 740 };

/** KiB of pictures that each page fetches for its first view on a phone. */
const PAGES = [
  { name: 'home', pictures: 220, path: async () => '/home' },
  { name: 'a list', pictures: 200, path: async () => '/products/Steam' },
  { name: 'a product', pictures: 200, path: async () => productPath(await gameInStock(1)) },
  { name: 'the cart', pictures: 60, path: async () => '/my-cart' },
] as const;

for (const density of [1, 2]) {
  test.describe(`on a phone with a ${density}x screen`, () => {
    test.use({ viewport: PHONE, deviceScaleFactor: density });

    for (const { name, pictures, path } of PAGES) {
      const hasLargest = name !== 'the cart';
      const largest = hasLargest ? `, and the largest comes after at most ${MOST_BEFORE_LARGEST} requests, other pictures left aside` : '';
      const details = density === 2 && ['home', 'a list'].includes(name) ? {} : { tag: '@prove' };
      test(`the pictures of ${name} weigh at most ${pictures} KiB until somebody scrolls${largest}`, details, async ({ page, browser }) => {
        const address = await path();
        await makePictures(browser, address, density);
        const fetched: Promise<number>[] = [];
        page.on('requestfinished', (request) => {
          if (request.resourceType() === 'image') fetched.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
        });
        await waitForPictures(page);
        await arrive(page, address);
        await page.waitForLoadState('load');
        // What is fetched late counts: only a time without requests shows that it is complete.
        await page.waitForLoadState('networkidle');
        const bytes = await Promise.all(fetched);
        expect(bytes.reduce((sum, size) => sum + size, 0) / 1024).toBeLessThanOrEqual(pictures);
        if (!hasLargest) return;
        expect(bytes.length).toBeGreaterThan(1);
        const before = await requestsBeforeLargest(page);
        expect(before.some((address) => address.startsWith(`${origins.api}/images/`))).toBe(true);
        expect(before.length, before.join('\n')).toBeLessThanOrEqual(MOST_BEFORE_LARGEST);
      });
    }
  });
}

/** The shop makes a picture in a size when it is first asked for it, which takes a moment: one visitor waits for that, and it is not what is counted. */
async function makePictures(browser: Browser, address: string, deviceScaleFactor: number): Promise<void> {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor });
  const page = await context.newPage();
  await arrive(page, address);
  await page.waitForLoadState('networkidle');
  await context.close();
}

/** The scripts wait for the pictures, but not for long (`PATIENCE_MS` of start.ts). On a busy machine a picture can take longer: that is not what is counted here. */
async function waitForPictures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    const later = (task: () => void, ms?: number, ...more: unknown[]) => start(task, (ms ?? 0) >= 2000 ? 60_000 : ms, ...more);
    window.setTimeout = later as typeof window.setTimeout;
  });
}

/** What was asked for before the largest picture was there, other pictures left aside. */
function requestsBeforeLargest(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        new PerformanceObserver((list) => {
          const largest = list.getEntries().at(-1) as (PerformanceEntry & { url: string; loadTime: number }) | undefined;
          const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
          const begun = all.filter(({ startTime }) => startTime < (largest?.loadTime ?? 0));
          const counted = begun.filter(({ name: address, initiatorType }) => initiatorType !== 'img' || address === largest?.url);
          resolve([location.href, ...counted.map(({ name: address }) => address)]);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}

test('what home asks of the API takes at most 30 KiB on its way', async () => {
  const response = await fetch(`${origins.api}/home`, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(Number(response.headers.get('content-length')) / 1024).toBeLessThanOrEqual(30);
  expect((await response.text()).length).toBeGreaterThan(1000);
});

test('no script file takes more than 120 KiB', () => {
  const sizes = readdirSync(join(built, 'assets'))
    .filter((file) => file.endsWith('.js.gz'))
    .map((file) => ({ file, size: statSync(join(built, 'assets', file)).size / 1024 }));
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.filter(({ size }) => size > 120)).toEqual([]);
});
