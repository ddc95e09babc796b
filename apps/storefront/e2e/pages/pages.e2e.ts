import { expect, type Page, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { origins } from '../support/origins.ts';
import { htmlFaults } from '../support/html.ts';
import { cutOff, sideways, smallTargets, space } from '../support/page-checks.ts';
import { nameOf, pathOf, type Route, ROUTES } from './routes.ts';
import { arrive, dearCart, decided, loggedIn, settled } from '../support/visitor.ts';
import { watch } from '../support/page-errors.ts';

/** Every page of the shop by its address: one load, and everything that holds for each of them. */

test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'reduce' } });

/** The title in the HTML that the server sent, as a crawler reads it. */
function titleIn(html: string): string {
  const text = /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '';
  return text.replace(/&#(\d+);/g, (_entity, code: string) => String.fromCharCode(Number(code)));
}

/** What must not happen on a page. A missing page is reported by the server and by a call, both with an error. */
const watched = (page: Page, { isOldLink, status }: Route, path: string) =>
  watch(
    page,
    (url) =>
      (isOldLink === true && url.startsWith(origins.api)) ||
      (status === 404 && (url.startsWith(origins.api) || [path, '/404'].includes(new URL(url).pathname))),
  );

let fullCart: ReturnType<typeof dearCart> | undefined;

async function comes(page: Page, { of }: Route): Promise<void> {
  if (of === 'a customer') await loggedIn(page);
  if (of === 'a visitor with an empty cart') return decided(page);
  await decided(page, await (fullCart ??= dearCart()));
  await page.context().addCookies([{ name: 'currency', value: 'Pln', url: origins.storefront }]);
}

/** Opens a page by its address, or anew, and looks whether it is the right one. */
async function opens(page: Page, { heading, leadsTo, status = 200 }: Route, path: string, isReload = false): Promise<void> {
  const response = await (isReload ? page.reload({ waitUntil: 'domcontentloaded' }) : page.goto(path, { waitUntil: 'domcontentloaded' }));
  expect(response?.status()).toBe(status);
  await expect(page).toHaveURL(new URL(leadsTo ?? path, origins.storefront).href);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page).toHaveTitle(/Keyturn/);
  // A page that the script leads away from has its new title; any other keeps the one that was sent.
  if (leadsTo === undefined) await expect(page).toHaveTitle(titleIn((await response?.text()) ?? ''));
}

for (const route of ROUTES.filter(({ sameAs }) => sameAs === undefined)) {
  const looked = route.sharesScreenOf === undefined ? '360 and 1320 px' : '360 px';
  test(`${nameOf(route)} has its title and heading, is valid HTML, reflows at 320 px, and breaks no rule of accessibility at ${looked}`, async ({
    page,
  }) => {
    const path = await pathOf(route);
    const problems = watched(page, route, path);
    await comes(page, route);
    await opens(page, route, path);
    expect.soft(await violations(page), '360 px').toEqual([]);
    expect.soft(await htmlFaults(page), 'no valid HTML').toEqual([]);
    expect.soft(await smallTargets(page), 'targets below 24 by 24 px').toEqual([]);

    await page.setViewportSize({ width: 320, height: 640 });
    expect.soft(await sideways(page), 'px beside the window').toBeLessThanOrEqual(0);
    await space(page, true);
    expect.soft(await sideways(page), 'px beside the window, spaced').toBeLessThanOrEqual(0);
    expect.soft(await cutOff(page), 'cut off, spaced').toEqual([]);
    await space(page, false);

    if (route.sharesScreenOf === undefined) {
      await page.setViewportSize({ width: 1320, height: 800 });
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      await settled(page);
      expect.soft(await violations(page), '1320 px').toEqual([]);
    }
    expect(problems).toEqual([]);
  });
}

for (const route of ROUTES) {
  const widths = route.sameAs !== undefined ? [] : route.sharesScreenOf === undefined ? [1000, 1920] : [1000, 1320, 1920];
  const title = widths.length > 0 ? `, and breaks no rule of accessibility at ${widths.join(', ')} px` : '';
  test(`${nameOf(route)} opens by its address and after a reload${title}`, { tag: '@prove' }, async ({ page }) => {
    const path = await pathOf(route);
    const problems = watched(page, route, path);
    await (route.of === 'a customer' ? comes(page, route) : decided(page));
    await opens(page, route, path);
    await opens(page, route, path, true);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await violations(page), `${width} px`).toEqual([]);
    }
    expect(problems).toEqual([]);
  });
}

test('every address has its status, and no two pages have the same title', async ({ request }) => {
  const titles = new Map<string, string>();
  for (const route of ROUTES) {
    const path = await pathOf(route);
    const response = await request.get(path);
    expect.soft(response.status(), path).toBe(route.status ?? 200);
    // The same page by another address, and a list narrowed down, may be called alike; and a cart and an account are one page to a server.
    const isAnother = !path.includes('?') && !['/about/About%20Us', '/privacy/data/old'].includes(path) && route.of === undefined;
    if (!isAnother || route.leadsTo !== undefined || route.status !== undefined) continue;
    // What the server sends is what the browser shows: each route's own test holds that.
    const title = titleIn(await response.text());
    expect.soft(titles.get(title), `${path} is called "${title}"`).toBeUndefined();
    titles.set(title, path);
  }
  expect(titles.size).toBeGreaterThan(10);
});

test('the way through the shop by its own links leaves no error in the console and loads the document once', async ({ page }) => {
  const problems = watch(page);
  await arrive(page, '/home');
  let loads = 0;
  page.on('load', () => (loads += 1));
  await settled(page);
  await page.waitForLoadState('load');
  const before = loads;
  const header = page.getByRole('banner');
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/(product|software)\//);
  await settled(page);
  await header.getByRole('link', { name: /^Cart/ }).click();
  await expect(page).toHaveURL(/\/my-cart$/);
  await header.getByRole('link', { name: /Keyturn/ }).click();
  await expect(page).toHaveURL(/\/home$/);
  await settled(page);
  expect(loads).toBe(before);
  expect(problems).toEqual([]);
});
