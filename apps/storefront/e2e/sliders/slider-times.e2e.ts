import { expect, type Locator, type Page, test } from '@playwright/test';
import type { GetHomeApiResponse } from '@keyturn/api-client';
import { productPath } from '@keyturn/shop-rules';
import { ask } from '../support/shop-fixtures.ts';
import { moveDrawn, ready, show, slider, type Swiper } from '../support/slider-view.ts';
import { arrive, finger, gameInStock, stopClock } from '../support/visitor.ts';

/** Milliseconds that the product specification gives; null where it gives none. */
interface Times {
  delay: number | null;
  speed: number | null;
  effect?: string;
}

const SECTION: Times = { delay: 1500, speed: 500 };
const HOME: Record<string, Times> = {
  'Featured games': { delay: 4000, speed: 500 },
  Genres: { delay: 1500, speed: null },
  'Explore By Platform': { delay: null, speed: null },
  'From the Blog': { delay: 4000, speed: null },
};
const PRODUCT: Record<string, Times> = {
  Screenshots: { delay: 4000, speed: 500, effect: 'fade' },
  'Similar products': { delay: 3000, speed: 500 },
};

const read = (of: Locator) =>
  of.locator('[data-slider-frame]').evaluate((frame) => {
    const { realIndex, params } = (frame as HTMLElement & { swiper: Swiper }).swiper;
    return { realIndex, speed: params.speed, loop: params.loop, effect: params.effect };
  });

/**
 * React has run the effects of what is drawn: the wait for the next move begins in one of them, which a busy machine puts off. They are
 * tasks of a message channel, which come in turn; each may lead to one more. The page's clock does not hold them.
 */
async function effectsRun(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let round = 0; round < 3; round += 1)
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
      });
  });
}

/** More frames than the loop takes to come round after a move. */
const FRAMES_MS = 500;

async function keepsItsTimes(page: Page, label: string, { delay, speed, effect = 'slide' }: Times): Promise<void> {
  const one = slider(page, label);
  await show(one);
  await expect(ready(one), label).toBeAttached();
  await expect.soft(one.getByRole('button', { name: `Pause ${label}` }), label).toBeVisible();
  const { speed: found, loop, effect: look } = await read(one);
  expect.soft({ loop, look, speed: speed === null ? null : found }, label).toEqual({ loop: true, look: effect, speed });
  if (delay === null) return;

  await stopClock(page);
  // The wait begins anew with each move: one by hand shows where it begins. It is the pointer's, and the pointer leaves again.
  await one.getByRole('button', { name: `Next: ${label}` }).click();
  await page.mouse.move(0, 0);
  await expect(one.locator('[data-slider-frame] > [aria-live="off"]'), label).toBeAttached();
  await moveDrawn(one);
  await effectsRun(page);
  const { realIndex } = await read(one);
  // The frames in which the loop comes round, and the rest of the wait at once.
  await page.clock.runFor(FRAMES_MS);
  await page.clock.fastForward(delay - FRAMES_MS - 1);
  expect.soft((await read(one)).realIndex, `${label} after ${delay - 1} ms`).toBe(realIndex);
  await page.clock.runFor(1);
  expect.soft((await read(one)).realIndex, `${label} after ${delay} ms`).not.toBe(realIndex);
  await page.clock.resume();
}

/** No slider of the page may be left out. */
async function expectLabels(page: Page, labels: readonly string[]): Promise<void> {
  const found = () =>
    page
      .locator('section[aria-roledescription="carousel"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? '').sort());
  await expect.poll(found).toEqual([...labels].sort());
}

/** Home's sliders with their times, each as it comes near; of those that are sections like any other, so many are timed. */
async function homeKeepsItsTimes(page: Page, mostSections = Infinity): Promise<void> {
  const [, ...sections] = await ask<GetHomeApiResponse>('/home');
  const names = sections.flatMap((section) => ('sectionName' in section ? [section.sectionName] : []));
  expect(names.length).toBeGreaterThan(3);
  const times = { ...HOME, ...Object.fromEntries(names.map((name) => [name, SECTION])) };
  const passed = new Set(names.slice(mostSections));
  await page.setViewportSize({ width: 1000, height: 600 });
  await page.clock.install();
  await arrive(page, '/home');
  for (const name of ['Featured games', ...names, 'Genres', 'Explore By Platform', 'From the Blog']) {
    // What is far from the view is not there yet.
    await expect(async () => {
      await page.mouse.wheel(0, 500);
      expect(await slider(page, name).count()).toBe(1);
    }).toPass({ intervals: [50] });
    if (!passed.has(name)) await keepsItsTimes(page, name, times[name] ?? SECTION);
  }
  await expectLabels(page, Object.keys(times));
}

test('each kind of slider of home has the specified delay and speed, and a pause control', async ({ page }) => {
  await homeKeepsItsTimes(page, 1);
});

test('every slider of home has the specified delay and speed, and a pause control', { tag: '@prove' }, async ({ page }) => {
  test.slow();
  await homeKeepsItsTimes(page);
});

test('the sliders of a product page have the specified delays, speeds and effect, and a pause control', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 600 });
  await page.clock.install();
  await arrive(page, productPath(await gameInStock(1)));
  for (const [label, times] of Object.entries(PRODUCT)) await keepsItsTimes(page, label, times);
  await expectLabels(page, Object.keys(PRODUCT));
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 1000, height: 600 } });

  test('a slider stands still as long as a finger lies on it, and goes on afterwards', async ({ page }) => {
    await page.clock.install();
    await arrive(page, '/home');
    const one = slider(page, 'Best Sellers');
    await show(one);
    await expect(ready(one)).toBeAttached();
    await expect(one.locator('[data-slider-frame] > [aria-live="off"]')).toBeAttached();
    await stopClock(page);
    const box = await ready(one).boundingBox();
    if (!box) throw new Error('The slider is not there.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
    const { press, drag, lift } = await finger(page);
    await press(x, y);
    // It drags a little, so that lifting it presses nothing.
    await drag(x + 12, y);
    await drag(x + 24, y);
    await expect(one.locator('[data-slider-frame] > [aria-live="polite"]')).toBeAttached();
    const { realIndex } = await read(one);
    await page.clock.runFor(FRAMES_MS);
    await page.clock.fastForward(4 * (SECTION.delay ?? 0));
    expect((await read(one)).realIndex).toBe(realIndex);
    await lift();
    await expect(one.locator('[data-slider-frame] > [aria-live="off"]')).toBeAttached();
    const lifted = await read(one);
    await page.clock.runFor(FRAMES_MS);
    await page.clock.fastForward(4 * (SECTION.delay ?? 0));
    expect((await read(one)).realIndex).not.toBe(lifted.realIndex);
  });
});
