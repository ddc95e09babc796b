import { expect, type Page, test } from '@playwright/test';
import { expectNoLayoutShift, MOST_SHIFT } from '../support/layout-shift.ts';
import { HOME, ready, slider, type Swiper } from '../support/slider-view.ts';
import { arrive } from '../support/visitor.ts';

/** Until each of these sliders has moved by itself past its last slide, and twice more. */
async function comeRound(page: Page, labels: readonly string[], { speedMs }: { speedMs?: number } = {}): Promise<void> {
  for (const label of labels) {
    await expect(ready(slider(page, label)), label).toBeAttached();
    await slider(page, label)
      .locator('[data-slider-frame]')
      .evaluate((frame: HTMLElement & { swiper?: Swiper }, speed) => {
        if (frame.swiper && speed !== undefined) frame.swiper.params.speed = speed;
        const count = new Set([...frame.querySelectorAll<HTMLElement>('[data-key]')].map(({ dataset }) => dataset.key)).size;
        let left = count + 2;
        frame.swiper?.on('realIndexChange', () => (frame.dataset.movesLeft = String((left -= 1))));
      }, speedMs);
  }
  for (const label of labels) {
    const left = async () => Number((await slider(page, label).locator('[data-slider-frame]').getAttribute('data-moves-left')) ?? 99);
    await expect.poll(left, { message: `${label} comes round`, timeout: 60_000, intervals: [100] }).toBeLessThanOrEqual(0);
  }
}

test('home left alone shifts nothing while what is in view comes round', async ({ page }) => {
  // Moves that are on their way and rests between them as always, both shorter: what is waited for is not what may shift.
  const [moveMs, everyMs] = [200, 400];
  await page.addInitScript((most) => {
    const usual = window.setInterval.bind(window);
    const waits: number[] = [];
    Object.assign(window, {
      waits,
      setInterval: (work: () => void, wait: number) => (waits.push(wait), usual(work, Math.min(wait, most))),
    });
  }, everyMs);
  await page.setViewportSize({ width: 1000, height: 900 });
  await arrive(page, '/home');
  await comeRound(page, ['Featured games', 'Best Sellers'], { speedMs: moveMs });
  const waits = await page.evaluate(() => (window as unknown as { waits: number[] }).waits);
  expect(waits, 'the rests that were made shorter').toEqual(expect.arrayContaining([4000, 1500]));
  await expectNoLayoutShift(page, { most: MOST_SHIFT / 10 });
});

test.describe('in real time', { tag: '@prove' }, () => {
  for (const [width, height] of [
    [360, 900],
    [1000, 900],
    [1440, 1200],
  ] as const) {
    test(`home left alone at ${width} px shifts nothing while what is in view comes round`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await arrive(page, '/home');
      await comeRound(page, ['Featured games', 'Best Sellers']);
      await expectNoLayoutShift(page, { most: MOST_SHIFT / 10 });
    });
  }

  test('no slider of home shifts anything while it comes round', async ({ page }) => {
    // All of them are in view here, and a shift counts by its share of the screen: it is reported as on a screen of the usual height.
    const [width, height, usual] = [1000, 5500, 900];
    await page.setViewportSize({ width, height });
    await arrive(page, '/home');
    await comeRound(page, Object.keys(HOME));
    const share = (height / usual) * (height / Math.max(width, usual));
    await expectNoLayoutShift(page, { share });
  });
});
