import { expect, type Page, type Route, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { origins } from '../support/origins.ts';
import { arrive, arriveWith, decided, gameInStock, settled } from '../support/visitor.ts';
import { watch } from '../support/page-errors.ts';

/** What the server has rendered, before the shop's scripts are there and while they take over. */

const ALL_BUT_THE_FIRST = /\/assets\/(?!start-)[^/]+\.js$/;

/** Holds the shop's scripts back, but for the small one that fetches them; answers how to let them come. */
async function holdScripts(page: Page, held = ALL_BUT_THE_FIRST): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  let isOpen = false;
  await page.route(held, (route) => (isOpen ? route.continue() : void waiting.push(route)));
  return async () => {
    isOpen = true;
    await Promise.all(waiting.map((route) => route.continue()));
  };
}

test('what is pressed before the script is there is done once it is', async ({ page }) => {
  const release = await holdScripts(page);
  await decided(page);
  await page.goto('/products/Steam', { waitUntil: 'domcontentloaded' });
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();
  await release();
  await expect(page.getByText('You have 1 items in your cart')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Delete from Cart/ })).toHaveCount(1);
});

test('what is typed before the script is there is searched for once it is', async ({ page }) => {
  const release = await holdScripts(page);
  await decided(page);
  await page.goto('/home', { waitUntil: 'domcontentloaded' });
  const box = page.getByRole('combobox', { name: /^Search/ });
  await box.pressSequentially('half');
  await release();
  await expect(page.getByRole('listbox')).toBeVisible();
  await expect(box).toHaveValue('half');
  await box.pressSequentially('-');
  await expect(box).toHaveValue('half-');
});

test('the filters and the order of a list that are set before the script is there apply once it is', async ({ page }) => {
  const release = await holdScripts(page);
  await decided(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/game-list-filtred', { waitUntil: 'domcontentloaded' });
  const filters = page.getByRole('main');
  await filters.getByRole('spinbutton', { name: 'To' }).pressSequentially('50');
  await page.keyboard.press('Enter');
  for (const genre of ['Action', 'Casual']) await filters.getByRole('checkbox', { name: genre }).check();
  await filters.getByRole('combobox', { name: 'Sort by' }).selectOption('Price up');
  await filters.getByRole('searchbox', { name: 'Find a genre' }).fill('a');
  const email = page.getByRole('textbox', { name: /by e-mail/ });
  await email.fill('ada@example.com');
  await release();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ maxPrice: '50', genres: 'Action,Casual', sort: 'priceAsc' });
  await expect(filters.getByRole('checkbox', { name: 'Casual' })).toBeChecked();
  await expect(filters.getByRole('searchbox', { name: 'Find a genre' })).toHaveValue('a');
  await expect(email).toHaveValue('ada@example.com');
});

test('the filters of a list that are set before any script is there apply once it is', async ({ page }) => {
  const release = await holdScripts(page, /\.js$/);
  await decided(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/game-list-filtred', { waitUntil: 'commit' });
  await page.getByRole('spinbutton', { name: 'To' }).pressSequentially('50');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Action' }).check();
  await release();
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ maxPrice: '50', genres: 'Action' });
});

test('a search that is sent before the script is there leads to the results', async ({ page }) => {
  await holdScripts(page);
  await page.goto('/home', { waitUntil: 'domcontentloaded' });
  const box = page.getByRole('combobox', { name: /^Search/ });
  await box.fill('half life');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/search\/half%20life$/);
});

test('a currency that is chosen before the script is there is the shop’s once it is', async ({ page }) => {
  const release = await holdScripts(page);
  await decided(page);
  await page.goto('/products/Steam', { waitUntil: 'domcontentloaded' });
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('Usd');
  const reload = page.waitForEvent('load');
  await release();
  await reload;
  await expect(page.getByRole('article').first()).toContainText('$');
});

/** How long the shop's scripts wait for the pictures of the first view (PATIENCE_MS of src/start.ts). */
const PATIENCE_MS = 2500;

/** A list whose pictures do not come, just before the shop's scripts stop waiting for them; answers which of these are asked for. */
async function openWithoutPictures(page: Page): Promise<string[]> {
  const asked: string[] = [];
  const pictures: Route[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js') && !pathname.includes('/start-')) asked.push(pathname);
  });
  await page.route(`${origins.api}/images/**`, (route) => void pictures.push(route));
  await decided(page);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto('/products/Steam', { waitUntil: 'domcontentloaded' });
  await expect.poll(() => pictures.length).toBeGreaterThan(0);
  await page.clock.runFor(PATIENCE_MS - 1);
  expect(asked).toEqual([]);
  return asked;
}

test('the scripts are asked for after the largest picture, and at once when the visitor does something', async ({ page }) => {
  const asked = await openWithoutPictures(page);
  await page.mouse.move(200, 200);
  await expect.poll(() => asked.length).toBeGreaterThan(3);
});

test('a page whose pictures never come is interactive 2.5 seconds later', async ({ page }) => {
  const asked = await openWithoutPictures(page);
  await page.clock.runFor(1);
  await expect.poll(() => asked.length).toBeGreaterThan(3);
  await page.clock.resume();
  await settled(page);
});

/** Each price that stood in the page at any time. */
async function rememberPrices(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    // While the page is being read, its last element may be half there: it is whole once something follows it.
    const isWhole = (node: Node | null): boolean => node !== null && (node.nextSibling !== null || isWhole(node.parentNode));
    const look = () =>
      document.querySelectorAll('main strong').forEach((strong) => {
        if (document.readyState !== 'loading' || isWhole(strong)) seen.add(strong.textContent);
      });
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
}

for (const [name, path, tag] of [
  ['home', async () => '/home', []],
  ['a list', async () => '/products/Steam', ['@prove']],
  ['a product', async () => productPath(await gameInStock(1)), ['@prove']],
] as const) {
  test(
    `${name} comes in złoty for a visitor who chose them: no price is ever another, and nothing is drawn twice`,
    { tag: [...tag] },
    async ({ page }) => {
      const problems = watch(page);
      await arriveWith(page, { currency: 'Pln' }, '/guide');
      const prices = await rememberPrices(page);
      const address = await path();
      const html = await (await page.request.get(address)).text();
      const shown = /<div id="root">(.*?)<noscript>/s.exec(html)?.[1] ?? '';
      expect(shown).toMatch(/\d\.\d\d\szł/);
      expect(shown).not.toMatch(/€\d/);
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      await settled(page);
      await page.waitForLoadState('networkidle');
      expect((await prices()).length).toBeGreaterThan(0);
      expect((await prices()).filter((text) => !text.endsWith('zł'))).toEqual([]);
      expect(problems).toEqual([]);
    },
  );
}

test(
  'after another currency is chosen, the page that the reload brings has it, and euros bring the page of everybody back',
  { tag: '@prove' },
  async ({ page }) => {
    await arrive(page, '/products/Steam');
    const choose = async (currency: string) => {
      const reload = page.waitForEvent('load');
      await page.getByRole('combobox', { name: 'Currency' }).selectOption(currency);
      await reload;
      return (await page.request.get('/products/Steam')).text();
    };
    expect(await choose('Gbp')).toMatch(/£\d/);
    await settled(page);
    expect(await choose('Eur')).toMatch(/€\d/);
    expect(await page.context().cookies()).toEqual([]);
  },
);

test(
  'a visitor whose browser runs no script sees a product with its price, its reviews and what is like it',
  { tag: '@prove' },
  async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origins.storefront });
    await context.addCookies([{ name: 'currency', value: 'Pln', url: origins.storefront }]);
    const page = await context.newPage();
    await page.goto(productPath(await gameInStock(1)));
    await expect(page.getByRole('region', { name: 'Buy' })).toContainText('zł');
    await expect(page.getByRole('region', { name: 'Similar products' }).getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Reviews' })).not.toContainText('Loading');
    await context.close();
  },
);
