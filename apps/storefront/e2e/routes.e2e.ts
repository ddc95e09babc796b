import { expect, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { origins } from './origins.ts';
import { newestPost, softwareInStock } from './shop-floor.ts';
import { arrive, decided, gameInStock, settled } from './visitor.ts';
import { watch } from './watch.ts';

interface Route {
  /** What a visitor types; a function where it depends on what the shop sells. */
  readonly address: string | (() => Promise<string>);
  readonly name?: string;
  readonly heading: RegExp;
  /** Where the visitor ends, if not where they went. */
  readonly leadsTo?: string;
  readonly status?: number;
  /** The page asks for something that the API has not: its link is made up. */
  readonly isOldLink?: true;
}

const ROUTES: readonly Route[] = [
  { address: '/', heading: /Keyturn/, leadsTo: '/home' },
  { address: '/home', heading: /Keyturn/ },
  { address: '/search/the%20witcher', heading: /the witcher/ },
  { address: '/search/%F0%9F%8E%AE%20%26%3Cb%3E', heading: /🎮 &<b>/ },
  { address: async () => productPath(await gameInStock(1)), name: '/product/{name}-{kinguinId}', heading: /./ },
  { address: async () => productPath(await softwareInStock()), name: '/software/{productName}-{_id}', heading: /./ },
  { address: '/products/Steam', heading: /Steam/ },
  { address: '/products/Xbox%20Series%20X%7CS', heading: /Xbox Series X\|S/ },
  { address: '/products/steam', heading: /Steam/, leadsTo: '/products/Steam' },
  { address: '/products/Atari', heading: /^Page Not Found!$/, leadsTo: '/404', status: 404 },
  { address: '/softwares', heading: /Software/ },
  { address: '/game-list-filtred', heading: /All games/ },
  { address: '/game-list-filtred?page=1&genres=RPG&maxPrice=20', heading: /./ },
  { address: '/my-cart', heading: /cart/i },
  { address: '/checkout', heading: /checkout/i },
  { address: '/success', heading: /Your keys come by e-mail/ },
  { address: '/account', heading: /Sign in/, leadsTo: '/auth/login' },
  { address: '/account/orders', heading: /Sign in/, leadsTo: '/auth/login' },
  { address: '/account/favs', heading: /Sign in/, leadsTo: '/auth/login' },
  { address: '/auth/login', heading: /Sign in/ },
  { address: '/auth/signup', heading: /^Sign Up$/ },
  { address: '/auth/forgot', heading: /^Forgot your password\?$/ },
  { address: '/auth/somehow', heading: /Keyturn/, leadsTo: '/home' },
  { address: '/auth/reset/old', heading: /^New password$/, isOldLink: true },
  { address: '/auth/verify/old', heading: /^E-mail verification$/, isOldLink: true },
  { address: '/contact', heading: /^Contact us$/ },
  { address: '/blogs', heading: /^Blog$/ },
  { address: newestPost, name: '/blog/{uniqueRoute}', heading: /./ },
  { address: '/blog/no-such-post', heading: /^Page Not Found!$/, status: 404 },
  { address: '/newsletter/confirm/old', heading: /not valid any more/, isOldLink: true },
  { address: '/newsletter/unsubscribe/old', heading: /^No more newsletters\?$/ },
  { address: '/order/guest/old', heading: /^Your order$/ },
  { address: '/about', heading: /About Us/ },
  { address: '/about/About%20Us', heading: /About Us/ },
  { address: '/about/No%20Such%20Page', heading: /^Page Not Found!$/, leadsTo: '/404', status: 404 },
  { address: '/guide', heading: /Steam/ },
  { address: '/404', heading: /^Page Not Found!$/, status: 404 },
  { address: '/no/such/page', heading: /^Page Not Found!$/, status: 404 },
  { address: '/product/No-Such-Game-999999999', heading: /^Page Not Found!$/, status: 404 },
  { address: '/software/No-Such-Software-01nothing', heading: /^Page Not Found!$/, status: 404 },
  { address: '/product/no-number-at-the-end', heading: /^Page Not Found!$/, leadsTo: '/404', status: 404 },
];

/** The title in the HTML that the server sent, as a crawler reads it. */
function titleIn(html: string): string {
  const text = /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '';
  return text.replace(/&#(\d+);/g, (_entity, code: string) => String.fromCharCode(Number(code)));
}

for (const { address, name, heading, leadsTo, status = 200, isOldLink = false } of ROUTES) {
  const route = name ?? String(address);
  test(`${route} opens by its address and after a reload: ${status}, title and heading`, async ({ page, baseURL }) => {
    const path = typeof address === 'string' ? address : await address();
    // A page that is not there is a true 404, and so is the call that finds that out.
    const problems = watch(
      page,
      (url) =>
        (isOldLink && url.startsWith(origins.api)) ||
        (status === 404 && (url.startsWith(origins.api) || [path, '/404'].includes(new URL(url).pathname))),
    );
    const loads = [() => page.goto(path, { waitUntil: 'domcontentloaded' }), () => page.reload({ waitUntil: 'domcontentloaded' })];
    await decided(page);
    for (const load of loads) {
      const response = await load();
      expect(response?.status()).toBe(status);
      await expect(page).toHaveURL(new URL(leadsTo ?? path, baseURL).href);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await settled(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page).toHaveTitle(/Keyturn/);
      // A page that the script leads away from has its new title; any other keeps the one that was sent.
      if (leadsTo === undefined) await expect(page).toHaveTitle(titleIn((await response?.text()) ?? ''));
    }
    expect(problems).toEqual([]);
  });
}

test('no two pages have the same title', async ({ request }) => {
  const titles = new Map<string, string>();
  for (const { address, leadsTo, status } of ROUTES) {
    const path = typeof address === 'string' ? address : await address();
    // The same page by another address, and a list narrowed down, may be called alike.
    if (leadsTo !== undefined || status !== undefined || path.includes('?') || path === '/about/About%20Us') continue;
    // What the server sends is what the browser shows: each route's own test holds that.
    const title = titleIn(await (await request.get(path)).text());
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
