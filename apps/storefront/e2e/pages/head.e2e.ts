import { expect, test, type Page } from '@playwright/test';
import { HEAD_TAGS, productPath } from '@keyturn/shop-rules';
import { origins } from '../support/origins.ts';
import { arrive, gameInStock, settled } from '../support/visitor.ts';

const PATHS = [
  '/home',
  '/products/Steam',
  '/products/Steam?page=2&utm_source=mail',
  '/products/Steam?genres=RPG',
  '/softwares',
  '/game-list-filtred',
  '/game-list-filtred?genres=Action&maxPrice=20',
  '/search/the',
  '/search/the?page=2',
  '/about',
  '/guide',
  '/blogs',
  '/contact',
  '/my-cart',
  '/auth/login',
  '/404',
];

/** Title and tags of the head; of the page as it is now, or of HTML that no script has touched. */
function headOf(page: Page, html: string | null) {
  return page.evaluate(
    ([text, tags]) => {
      const read = text === null ? document : new DOMParser().parseFromString(text, 'text/html');
      const wordsOf = ({ attributes }: Element) => [...attributes].map(({ name: key, value }) => `${key}=${value}`).join(' ');
      return [
        ...[...read.querySelectorAll('title')].map(({ textContent }) => textContent),
        ...[...read.querySelectorAll(tags)].map(wordsOf).toSorted(),
      ];
    },
    [html, HEAD_TAGS] as const,
  );
}

const aGame = async () => productPath(await gameInStock(1));
const expected =
  (paths: () => Promise<string[]>) =>
  async ({ page }: { page: Page }) => {
    for (const path of await paths()) {
      await test.step(path, async () => {
        const html = await (await fetch(origins.storefront + path)).text();
        await arrive(page, path);
        await settled(page);
        expect.soft(await headOf(page, null), path).toEqual(await headOf(page, html));
      });
    }
  };

test(
  'what the server says of a list, a search and a game is what the browser says of it',
  expected(async () => ['/products/Steam?page=2&utm_source=mail', '/search/the', await aGame()]),
);
test(
  'what the server says of any page is what the browser says of it',
  { tag: '@prove' },
  expected(async () => [...PATHS, await aGame()]),
);

test('the head follows a visitor from page to page, and keeps nothing of the last one', { tag: '@prove' }, async ({ page }) => {
  const isAsServed = async (kind: string) => {
    await expect.poll(() => headOf(page, null)).toContain(`property=og:type content=${kind}`);
    const html = await (await fetch(page.url())).text();
    await expect.poll(() => headOf(page, null)).toEqual(await headOf(page, html));
  };
  await arrive(page, '/products/Steam');
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
  await isAsServed('product');
  await page.getByRole('banner').getByRole('link', { name: 'Keyturn Home' }).click();
  await isAsServed('website');
});

for (const [path, details] of [
  ['/products/Steam?page=2', { tag: '@prove' }],
  ['/game-list-filtred?page=1&genres=Action&maxPrice=20', {}],
  ['/search/the', { tag: '@prove' }],
] as const) {
  test(`the list at ${path} comes with its page and is not asked for again`, details, async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => /\/products\/(kinguin|search|getAll)/.test(request.url()) && calls.push(request.url()));
    await arrive(page, path);
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await settled(page);
    // A list that is not there is asked for as soon as the page is interactive.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(calls).toEqual([]);
  });
}
