import { expect, type Page, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { expectedAt, HOME, inView, positionOf, show, slider, type Steps } from './slider-view.ts';
import { arrive, gameInStock } from './visitor.ts';

const PRODUCT: Record<string, Steps> = {
  'Similar products': [
    [0, 2],
    [850, 3],
  ],
  Screenshots: [[0, 1]],
};
const STRIP: Steps = [
  [0, 6],
  [1300, 5],
  [1650, 6],
];

/** Each breakpoint and the pixel below it, and the narrowest phone. */
function widthsOf(all: readonly Steps[]): number[] {
  const breaks = new Set(all.flatMap((steps) => steps.map(([from]) => from)).filter((from) => from > 0));
  return [320, 360, ...[...breaks].sort((one, other) => one - other).flatMap((from) => [from - 1, from])];
}

/** Each slider at its own breakpoints: at those of the others nothing of it changes. */
async function holdsItsCounts(page: Page, sliders: Record<string, Steps>): Promise<void> {
  for (const width of widthsOf(Object.values(sliders))) {
    await page.setViewportSize({ width, height: 900 });
    for (const [label, steps] of Object.entries(sliders).filter(([, steps]) => widthsOf([steps]).includes(width))) {
      await show(slider(page, label));
      await expect
        .soft(async () => expect((await inView(slider(page, label))).count, `${label} at ${width} px`).toBe(expectedAt(steps, width)))
        .toPass({ timeout: 5_000 });
    }
  }
}

test.describe('with nothing moving by itself', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('home shows the specified number of slides at each breakpoint and one pixel below', async ({ page }) => {
    test.slow();
    await arrive(page, '/home');
    await holdsItsCounts(page, HOME);
  });

  test('a product page shows the specified number of slides at each breakpoint and one pixel below', async ({ page }) => {
    await arrive(page, productPath(await gameInStock(1)));
    await holdsItsCounts(page, PRODUCT);
  });

  test('the platform strip shows 6, 5 and again 6 tabs with 40 px between them', async ({ page }) => {
    await arrive(page, '/home');
    const strip = page.getByRole('navigation', { name: 'Platforms and software' }).getByRole('list');
    await expect(strip).toBeVisible();
    for (const width of widthsOf([STRIP])) {
      await page.setViewportSize({ width, height: 900 });
      const seen = await strip.evaluate((list) => {
        const boxes = [...list.children].map((tab) => tab.getBoundingClientRect());
        const view = list.getBoundingClientRect();
        return {
          tabs: boxes.filter(({ left, right }) => left >= view.left - 1 && right <= view.right + 1).length,
          gap: Math.round((boxes[1]?.left ?? 0) - (boxes[0]?.right ?? 0)),
        };
      });
      expect.soft(seen, `${width} px`).toEqual({ tabs: expectedAt(STRIP, width), gap: 40 });
    }
  });

  test('no slider moves, and none offers to', async ({ page }) => {
    await page.clock.install();
    await page.setViewportSize({ width: 1000, height: 900 });
    await arrive(page, '/home');
    for (const label of Object.keys(HOME)) {
      await show(slider(page, label));
      await expect(slider(page, label).getByRole('button', { name: `Pause ${label}` })).toHaveCount(0);
    }
    await show(slider(page, 'Genres'));
    const before = await positionOf(slider(page, 'Genres'));
    await page.clock.runFor(6_000);
    expect(await positionOf(slider(page, 'Genres'))).toBe(before);
  });
});
