import { expect, type Page, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { expectNoLayoutShift } from '../support/layout-shift.ts';
import { frames } from '../support/page-checks.ts';
import { softwareInStock } from '../support/shop-fixtures.ts';
import { ready, slider } from '../support/slider-view.ts';
import { arrive, finger, gameInStock, settled } from '../support/visitor.ts';

/** Pictures in view that are still on their way. */
const unfinished = (page: Page) =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => {
        const { top, bottom, left, right } = image.getBoundingClientRect();
        return !image.complete && bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
      })
      .map((image) => image.currentSrc || image.src),
  );

/** To the end and back in steps of most of a screen, as a finger goes; each step is painted before the next. */
async function scrollThrough(page: Page): Promise<void> {
  for (const direction of [1, -1]) {
    const isAtEnd = () =>
      page.evaluate((way) => (way > 0 ? scrollY + innerHeight >= document.body.scrollHeight - 2 : scrollY <= 0), direction);
    for (let step = 0; step < 60 && !(await isAtEnd()); step += 1) {
      await page.evaluate((way) => scrollBy({ top: way * innerHeight * 0.8, behavior: 'instant' }), direction);
      await frames(page, 2);
      await expect.poll(() => unfinished(page), { intervals: [50] }).toEqual([]);
    }
  }
}

const PAGES: readonly (readonly [name: string, address: () => Promise<string>])[] = [
  ['home', async () => '/home'],
  ['a game', async () => productPath(await gameInStock(1))],
  ['a software', async () => productPath(await softwareInStock())],
  ['a list', async () => '/products/Steam'],
];

async function shiftsNothing(page: Page, address: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await settled(page);
  await scrollThrough(page);
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByRole('button', { name: 'Reject' })).toBeHidden();
  await expectNoLayoutShift(page);
}

/** Each width at one page; a software has the page of a game. The others go with the campaigns. */
const SAMPLED = ['home 360', 'a game 800', 'a list 1000'];

for (const [name, address] of PAGES)
  for (const width of [360, 800, 1000]) {
    const tag = SAMPLED.includes(`${name} ${width}`) ? [] : ['@prove'];
    test(`${name} shifts nothing at ${width} px for somebody who scrolls through it beside the cookie notice`, { tag }, async ({ page }) =>
      shiftsNothing(page, await address(), width),
    );
  }

test('beside a product the cookie notice keeps to the lower edge where no bar is drawn', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 800 });
  await page.goto(productPath(await gameInStock(1)), { waitUntil: 'domcontentloaded' });
  await settled(page);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  const notice = page.getByRole('button', { name: 'Reject' });
  await expect.poll(async () => 800 - ((await notice.boundingBox())?.y ?? 0)).toBeLessThan(100);
});

test('a picture that is there before any script stands above what shimmers', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1000, height: 900 } });
  const page = await context.newPage();
  await page.goto(productPath(await gameInStock(1)));
  const cover = page.locator('main [data-state="loading"] img').first();
  await expect(cover).toBeVisible();
  // What shimmers belongs to the frame, and is hit as the frame.
  const isAbove = await cover.evaluate((image) => {
    const { x, y, width, height } = image.getBoundingClientRect();
    const hit = document.elementsFromPoint(x + width / 2, y + height / 2);
    return hit.includes(image) && hit.indexOf(image) < hit.indexOf(image.parentElement ?? image);
  });
  expect(isAbove).toBe(true);
  await context.close();
});

test('what is below a long description stays where it is when the scripts cut it', async ({ page, browser }) => {
  const address = productPath(await gameInStock(1));
  const viewport = { width: 800, height: 900 };
  const placeOf = async (at: Page) => (await at.getByRole('region', { name: 'System requirements' }).boundingBox())?.y;
  const context = await browser.newContext({ javaScriptEnabled: false, viewport });
  const served = await context.newPage();
  await served.goto(address);
  const before = await placeOf(served);
  await context.close();
  await page.setViewportSize(viewport);
  await arrive(page, address);
  await expect(page.getByRole('button', { name: 'Read more' })).toBeAttached();
  expect(await placeOf(page)).toBe(before);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 800 } });

  test('a slider that is swiped back and forth shifts nothing', async ({ page }) => {
    await arrive(page, '/home');
    await settled(page);
    const frame = ready(slider(page, 'Best Sellers'));
    await frame.scrollIntoViewIfNeeded();
    const box = await frame.boundingBox();
    if (!box) throw new Error('The slider is not there.');
    const { press, drag, lift } = await finger(page);
    const y = box.y + box.height / 3;
    for (const [from, to] of [
      [300, 80],
      [80, 300],
      [80, 300],
      [300, 80],
    ] as const) {
      await press(from, y);
      for (let step = 1; step <= 5; step += 1) await drag(from + ((to - from) * step) / 5, y);
      await lift();
      await expect
        .poll(() => frame.evaluate((element: HTMLElement & { swiper?: { animating: boolean } }) => element.swiper?.animating), {
          intervals: [50],
        })
        .toBe(false);
    }
    await expectNoLayoutShift(page, { forgiving: true });
  });
});
