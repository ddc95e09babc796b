import { expect, type Page, test } from '@playwright/test';
import { encodeCart, NAVIGATION_PLATFORMS, productPath } from '@keyturn/shop-rules';
import { claimedWidth } from './claimed-width.ts';
import { resize } from '../support/page-checks.ts';
import { arriveWith, gameInStock, moveOn, settled, storedLine } from '../support/visitor.ts';

/** Sizes that the product specification gives, and one pixel beside them. */

const box = (page: Page, name: string) =>
  page.getByRole('region', { name }).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

test('the buy box stands above the description and scrolls away at 1319 px, and at 1320 px stands beside it and stays in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1319, height: 900 });
  await arriveWith(page, {}, productPath(await gameInStock(1)));
  await settled(page);
  for (const [width, isSticky] of [
    [1319, false],
    [1320, true],
  ] as const) {
    await resize(page, { width, height: 900 });
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    const [buy, description] = [await box(page, 'Buy'), await box(page, 'Description')];
    expect(buy.left >= description.right).toBe(isSticky);
    if (!isSticky) expect(description.top).toBeGreaterThanOrEqual(buy.bottom);
    await page.evaluate(() => window.scrollTo({ top: 500, behavior: 'instant' }));
    const after = await box(page, 'Buy');
    if (isSticky) expect([after.top, after.bottom > 200]).toEqual([116, true]);
    else expect(after.top).toBe(buy.top - 500);
  }
});

test('up to 1000 px the footer of a cart with something in it ends with 200 px, and any other with 40 px', async ({ page }) => {
  await arriveWith(page, { idt: encodeCart([storedLine(await gameInStock(1))]) }, '/my-cart');
  await settled(page);
  const endsWith = async (padding: string, width: number) => {
    await resize(page, { width, height: 800 });
    await expect(page.getByRole('contentinfo'), `${width} px`).toHaveCSS('padding-bottom', padding);
  };
  await endsWith('40px', 1001);
  await endsWith('200px', 1000);
  await endsWith('200px', 360);
  await moveOn(page, '/guide');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Steam/);
  for (const width of [1001, 1000, 360]) await endsWith('40px', width);
  await arriveWith(page, {}, '/my-cart');
  await settled(page);
  await endsWith('40px', 1000);
});

test('the cart popup keeps the page behind it from scrolling; a click beside it closes it, one inside does not', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await arriveWith(page, {}, '/products/Steam');
  await settled(page);
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  const popup = page.getByRole('dialog').filter({ hasText: 'Added to cart' });
  await expect(popup).toBeVisible();
  await popup.getByText('You have 1 items in your cart').click();
  await expect(popup).toBeVisible();
  // The page behind it stands still, and goes on afterwards.
  const scrolled = async () => {
    await page.mouse.move(20, 400);
    await page.mouse.wheel(0, 300);
    // As many frames as a turn of the wheel glides.
    return page.evaluate(async () => {
      for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
      return window.scrollY;
    });
  };
  expect(await scrolled()).toBe(0);
  await page.mouse.click(20, 400);
  await expect(popup).toBeHidden();
  await expect.poll(scrolled).toBeGreaterThan(0);
});

/** Columns of a full page of a list, and how many products its last row holds. */
const rows = (page: Page) =>
  page.getByRole('region', { name: 'Results' }).evaluate((results) => {
    const tops = [...results.querySelectorAll('article')].map((card) => Math.round(card.getBoundingClientRect().top));
    const last = tops.filter((top) => top === tops.at(-1)).length;
    return { cards: tops.length, columns: tops.filter((top) => top === tops[0]).length, last };
  });

for (const [title, path, cards, widths] of [
  [
    'a list of 16 leaves no orphan: two columns on phones, four beside the filters, eight where the page is widest',
    '/products/Steam',
    16,
    { 360: 2, 739: 2, 740: 4, 999: 4, 1000: 4, 1319: 4, 1320: 4, 1440: 4, 1799: 4, 1800: 8, 1920: 8 },
  ],
  [
    'ten results of a search fill rows of two on phones and two rows of five from 1320 px on; between them the last row has two',
    '/search/of',
    10,
    { 360: 2, 739: 2, 740: 4, 999: 4, 1000: 4, 1319: 4, 1320: 5, 1440: 5, 1799: 5, 1800: 5, 1920: 5 },
  ],
] as const) {
  test(title, async ({ page }) => {
    await arriveWith(page, {}, path);
    await settled(page);
    for (const [width, columns] of Object.entries(widths)) {
      await resize(page, { width: Number(width), height: 900 });
      expect.soft(await rows(page), `${width} px`).toEqual({ cards, columns, last: cards % columns || columns });
      const cover = await claimedWidth(page.getByRole('region', { name: 'Results' }).locator('article img').first());
      // The width in the attributes, before layout, is the real width.
      expect.soft(cover, `${width} px`).toBeGreaterThan(0.95);
      expect.soft(cover, `${width} px`).toBeLessThan(1.06);
    }
  });
}

test('each platform of the navigation has a colour of its own on its products', { tag: '@prove' }, async ({ page }) => {
  const colours = new Set<string>();
  await arriveWith(page, {}, '/guide');
  for (const platform of NAVIGATION_PLATFORMS) {
    await moveOn(page, `/products/${encodeURIComponent(platform)}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(platform);
    await expect(page.getByRole('region', { name: 'Results' }).locator('ul[aria-busy="false"]')).toBeVisible();
    const chip = page.getByRole('article').locator('[data-platform]').first();
    colours.add(await chip.evaluate((element) => getComputedStyle(element).color));
  }
  expect(colours.size).toBe(NAVIGATION_PLATFORMS.length);
});

test('the drawing of the logo stands in the middle of its row', async ({ page }) => {
  await arriveWith(page, {}, '/guide');
  const middle = (locator: ReturnType<Page['locator']>) =>
    locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return (top + bottom) / 2;
    });
  const banner = page.getByRole('banner');
  for (const width of [360, 1440]) {
    await resize(page, { width, height: 800 });
    const cart = await middle(banner.getByRole('link', { name: /^Cart/ }).locator('svg'));
    const logo = await middle(banner.getByRole('link', { name: 'Keyturn Home' }).locator('svg'));
    expect.soft(Math.abs(logo - cart), `${width} px`).toBeLessThanOrEqual(0.5);
  }
});

test('the platforms stand on a wide screen once: in the strip, and in the header where the strip is not in view', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await arriveWith(page, {}, '/home');
  await settled(page);
  const inHeader = page.getByRole('banner').getByRole('navigation', { name: 'Platforms' });
  const strip = page.getByRole('navigation', { name: 'Platforms and software' });
  const scroll = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
  await expect(strip).toBeInViewport();
  await expect(inHeader).toBeHidden();
  await scroll(600);
  await expect(strip).not.toBeInViewport();
  await expect(inHeader).toBeVisible();
  // Who stands on one of them with the keyboard keeps it.
  const steam = inHeader.getByRole('link', { name: 'Steam' });
  await steam.focus();
  await scroll(0);
  await expect(steam).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).focus();
  await expect(inHeader).toBeHidden();
  await page.goto('/guide', { waitUntil: 'domcontentloaded' });
  await expect(inHeader).toBeVisible();
});

test('beside the words of a product no column stands empty: what is known of it stands below its cover', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await arriveWith(page, {}, productPath(await gameInStock(1)));
  await settled(page);
  const boxOf = async (locator: ReturnType<Page['locator']>) => {
    const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { left: x, right: x + width, top: y, bottom: y + height };
  };
  const main = page.getByRole('main');
  const cover = await boxOf(main.locator('article > div').first());
  const facts = await boxOf(main.getByRole('region', { name: 'Overview' }));
  expect(facts.left).toBe(cover.left);
  expect(facts.right).toBeLessThanOrEqual(cover.right);
  expect(facts.top - cover.bottom).toBeGreaterThan(0);
  expect(facts.top - cover.bottom).toBeLessThan(60);
});

test('every tab of the platform strip says its word at every width, and no two words meet', async ({ page }) => {
  await arriveWith(page, {}, '/home');
  await settled(page);
  const words = page.getByRole('navigation', { name: 'Platforms and software' }).getByRole('link').locator('span');
  for (const width of [320, 360, 600, 768, 999, 1000, 1299, 1300, 1440]) {
    await resize(page, { width, height: 800 });
    const boxes = await words.evaluateAll((all) =>
      all.map((word) => {
        const range = document.createRange();
        range.selectNodeContents(word);
        const { left, right, width } = range.getBoundingClientRect();
        return { left, right, width, clip: getComputedStyle(word).clipPath };
      }),
    );
    expect
      .soft(
        boxes.filter(({ width, clip }) => width < 15 || clip !== 'none'),
        `${width} px`,
      )
      .toEqual([]);
    expect
      .soft(
        boxes.filter(({ left }, position) => left < (boxes[position - 1]?.right ?? -Infinity)),
        `${width} px`,
      )
      .toEqual([]);
    expect.soft(boxes[0]?.left, `${width} px`).toBeGreaterThanOrEqual(0);
  }
});
