import { expect, type Page, type Route, test } from '@playwright/test';
import type { ListedProduct } from '@keyturn/api-client';
import { encodeCart, productPath } from '@keyturn/shop-rules';
import { origins } from '../support/origins.ts';
import { gamesInStock, softwareInStock } from '../support/shop-fixtures.ts';
import { arrive, arriveWith, checkOut, gameInStock, inCart, moveOn, settled, storedLine } from '../support/visitor.ts';

const API = `${origins.api}/**`;
const HEALTH = /\/health\/live$/;

interface Fetching {
  readonly address: string | (() => Promise<string>);
  readonly name?: string;
  /** Only there with what the API has. */
  readonly shows: (page: Page) => ReturnType<Page['locator']>;
}

const cards = (page: Page) => page.getByRole('main').getByRole('article').first();
const box = (page: Page) => page.getByRole('region', { name: 'Buy' });

const PAGES: readonly Fetching[] = [
  { address: '/home', shows: cards },
  { address: '/products/Steam', shows: cards },
  { address: '/softwares', shows: cards },
  { address: '/game-list-filtred?genres=Action', shows: cards },
  { address: '/search/the', shows: cards },
  { address: async () => productPath(await gameInStock(1)), name: 'a game', shows: box },
  { address: async () => productPath(await softwareInStock()), name: 'a software', shows: box },
  { address: '/about', shows: (page) => page.getByText('Keyturn is a small shop for digital games.') },
];

for (const { address, name = String(address), shows } of PAGES) {
  const path = async () => (typeof address === 'string' ? address : address());
  // Jest shows both facts of every page on a fake API; in a real browser one of them goes with every change.
  const tag = name === '/products/Steam' ? [] : ['@prove'];

  test(`${name} says that the API is down, and Try again brings it back without a reload`, { tag }, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await inCart(page);
    // The shop must not find by itself that the API is back before the button is pressed.
    await page.route(HEALTH, (route) => route.abort());
    await page.route(API, (route) => route.abort('connectionrefused'));
    await moveOn(page, await path());
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect(alert.first()).toBeVisible();
    await expect(shows(page)).toHaveCount(0);
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));

    // Still down: it says so again.
    const refused = page.waitForEvent('requestfailed', (request) => !HEALTH.test(request.url()));
    await alert.first().getByRole('button', { name: 'Try again' }).click();
    await refused;
    await expect(alert.first()).toBeVisible();

    await page.unroute(API);
    await alert.first().getByRole('button', { name: 'Try again' }).click();
    await expect(shows(page)).toBeVisible();
    await page.unroute(HEALTH);
    await expect(alert).toHaveCount(0);
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    expect(errors).toEqual([]);
  });

  test(`${name} shows that it is loading while the API is slow, and then its content`, { tag }, async ({ page }) => {
    await inCart(page);
    const waiting: Route[] = [];
    let isOpen = false;
    await page.route(API, (route) => (isOpen ? route.continue() : void waiting.push(route)));
    await moveOn(page, await path());
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' }).first()).toBeAttached();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(shows(page)).toHaveCount(0);
    isOpen = true;
    await Promise.all(waiting.map((route) => route.continue()));
    await expect(shows(page)).toBeVisible();
    await settled(page);
  });
}

test('a page that the server sent shows its products while the API gives the browser no answer, and says that it does not', async ({
  page,
}) => {
  await page.route(API, (route) => route.abort('connectionrefused'));
  await arrive(page, '/products/Steam');
  await expect(cards(page)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'The shop gives no answer.' })).toBeVisible();
});

test('a checkout without an answer keeps form and cart, says so, and pays once the shop is back', { tag: '@prove' }, async ({ page }) => {
  const game = await gameInStock(1);
  await checkOut(page, [storedLine(game)], `down-${Date.now()}@example.com`);
  await page.route(API, (route) => route.abort('connectionrefused'));
  const pay = page.getByRole('button', { name: /^Pay/ });
  await pay.click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('We could not reach the shop.');
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Buyer');
  await page.unroute(API);
  await pay.click();
  await page.getByRole('button', { name: 'Cancel and go back to the shop' }).click();
  await expect(page).toHaveURL(/\/checkout$/);
});

/** Pictures in view that the browser would draw as broken. */
const broken = (page: Page) =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.naturalWidth === 0 && image.checkVisibility({ opacityProperty: true }))
      // Farther down a block is hydrated when it comes near.
      .filter((image) => image.getBoundingClientRect().top < window.innerHeight)
      .map((image) => image.currentSrc || image.src),
  );

const REFUSED = (route: Route) => route.fulfill({ status: 404, body: '' });
const FAILURES = [
  ['are refused', REFUSED],
  ['are no pictures', (route: Route) => route.fulfill({ status: 200, contentType: 'image/webp', body: 'not a picture' })],
  ['never arrive', (route: Route) => route.abort('connectionreset')],
] as const;

/** Brings the last picture that is not beside the window into view, and answers how far it has come. */
const stateOfLastPicture = (page: Page) =>
  page.evaluate(() => {
    const last = [...document.querySelectorAll<HTMLElement>('main [data-shape][data-state]')].findLast((picture) => {
      const { left, right, width } = picture.getBoundingClientRect();
      return width > 0 && left >= 0 && right <= window.innerWidth;
    });
    if (last) window.scrollBy({ top: last.getBoundingClientRect().top - window.innerHeight / 2, behavior: 'instant' });
    return last?.dataset.state;
  });

async function tilesAreDrawn(page: Page, answer: (route: Route) => Promise<void>, addresses: readonly string[]): Promise<void> {
  await page.route(`${origins.api}/images/**`, answer);
  await arriveWith(page, { idt: encodeCart([storedLine(await picturedGame())]) }, '/my-cart');
  for (const address of addresses) {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await settled(page);
    const main = page.getByRole('main');
    // Pictures load as they come near the view.
    await expect.poll(() => stateOfLastPicture(page), { message: address }).toBe('failed');
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await expect(main.locator('[data-state="failed"]').first(), address).toBeVisible();
    await expect.poll(() => broken(page), { message: address }).toEqual([]);
    await expect(main.locator('[data-state="failed"]').first(), address).toHaveText(/^[\p{L}\p{N}]{1,2}$/u);
  }
}

async function picturedGame(): Promise<ListedProduct> {
  const game = (await gamesInStock(1)).find(({ mainImage }) => mainImage !== '');
  if (!game) throw new Error('The shop has no game with a picture.');
  return game;
}

test("where pictures are refused, tiles with the name's initials are drawn and no broken icon", async ({ page }) => {
  await tilesAreDrawn(page, REFUSED, ['/my-cart', '/home']);
});

for (const [what, answer] of FAILURES) {
  test(`on no page is a broken icon drawn where pictures ${what}`, { tag: '@prove' }, async ({ page }) => {
    await tilesAreDrawn(page, answer, ['/my-cart', '/home', '/products/Steam', productPath(await picturedGame())]);
  });
}

test('a visitor who arrives while pictures are slow sees words at once, and pictures later in the same place', async ({ page }) => {
  const waiting: Route[] = [];
  let isOpen = false;
  await page.route(`${origins.api}/images/**`, (route) => (isOpen ? route.continue() : void waiting.push(route)));
  await arrive(page, '/products/Steam');
  const card = page.getByRole('article').first();
  await expect(card.getByRole('link')).toBeVisible();
  const before = await card.boundingBox();
  isOpen = true;
  await Promise.all(waiting.map((route) => route.continue()));
  await expect.poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await card.boundingBox()).toEqual(before);
});
