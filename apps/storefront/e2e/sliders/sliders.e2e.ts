import { expect, type Page, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { resize } from '../support/page-checks.ts';
import { expectedAt, HOME, inView, show, slider, type Steps } from '../support/slider-view.ts';
import { arrive, gameInStock } from '../support/visitor.ts';

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

/** Every slider at the breakpoints of all of them; a low window, as nothing of it depends on the height. */
async function holdsItsCounts(page: Page, sliders: Record<string, Steps>): Promise<void> {
  // Those far from the view are hydrated as they come near.
  for (const label of Object.keys(sliders)) await show(slider(page, label));
  for (const width of widthsOf(Object.values(sliders))) {
    await resize(page, { width, height: 300 });
    const counts = async () =>
      Object.fromEntries(
        await Promise.all(Object.keys(sliders).map(async (label) => [label, (await inView(slider(page, label))).count] as const)),
      );
    const expected = Object.fromEntries(Object.entries(sliders).map(([label, steps]) => [label, expectedAt(steps, width)]));
    await expect.soft.poll(counts, { message: `${width} px`, timeout: 5_000, intervals: [50] }).toEqual(expected);
  }
}

test.describe('with nothing moving by itself', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('home shows the specified number of slides at each breakpoint and one pixel below, offers to pause none, and has 6, 5 and again 6 tabs with 40 px between them in its platform strip', async ({
    page,
  }) => {
    await arrive(page, '/home');
    await holdsItsCounts(page, HOME);
    await expect(page.getByRole('button', { name: /^Pause / })).toHaveCount(0);

    const strip = page.getByRole('navigation', { name: 'Platforms and software' }).getByRole('list');
    await expect(strip).toBeVisible();
    for (const width of widthsOf([STRIP])) {
      await resize(page, { width, height: 300 });
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

  test('a product page shows the specified number of slides at each breakpoint and one pixel below', async ({ page }) => {
    await arrive(page, productPath(await gameInStock(1)));
    await holdsItsCounts(page, PRODUCT);
  });
});
