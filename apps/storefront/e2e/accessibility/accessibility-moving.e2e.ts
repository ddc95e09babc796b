import { expect, type Page, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { violations } from '../support/axe.ts';
import { cutOff, resize, sideways, space } from '../support/page-checks.ts';
import { arrive, gameInStock, settled } from '../support/visitor.ts';
import { watch } from '../support/page-errors.ts';

interface Held {
  isHeld: boolean;
}

/** Whether what the page does again and again, as sliders that go on by themselves, is left out until it is let go again. */
const holdIntervals = (page: Page, isHeld: boolean) => page.evaluate((held) => void Object.assign(window, { isHeld: held }), isHeld);

// Pages are looked at with reduced motion, where sliders stand still and nobody needs a control that pauses them.
for (const [name, address] of [
  ['home', async () => '/home'],
  ['a game', async () => productPath(await gameInStock(1))],
] as const)
  for (const [widths, details] of [
    [[360], name === 'home' ? {} : { tag: '@prove' }],
    [[1000, 1920], { tag: '@prove' }],
  ] as const)
    test(
      `${name} with sliders that move reflows at 320 px and breaks no rule of accessibility at ${widths.join(', ')} px`,
      details,
      async ({ page }) => {
        const problems = watch(page);
        await page.clock.install();
        await page.addInitScript(() => {
          const usual = window.setInterval.bind(window);
          Object.assign(window, {
            isHeld: false,
            setInterval: (work: () => void, wait: number) => usual(() => (window as unknown as Held).isHeld || work(), wait),
          });
        });
        await page.setViewportSize({ width: 320, height: 640 });
        await arrive(page, await address());
        await settled(page);
        expect.soft(await sideways(page), 'px beside the window').toBeLessThanOrEqual(0);
        await space(page, true);
        expect.soft(await sideways(page), 'px beside the window, spaced').toBeLessThanOrEqual(0);
        expect.soft(await cutOff(page), 'cut off, spaced').toEqual([]);
        await space(page, false);
        for (const width of widths) {
          await resize(page, { width, height: 900 });
          await page.clock.runFor(1000);
          // Each offers to be paused, and none moves on while the page is looked at.
          await holdIntervals(page, true);
          if (name === 'home') await expect(page.getByRole('button', { name: /^Pause/ }).first()).toBeAttached();
          expect.soft(await violations(page), `${width} px`).toEqual([]);
          await holdIntervals(page, false);
        }
        expect(problems).toEqual([]);
      },
    );
