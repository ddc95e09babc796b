import { expect, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { violations } from './axe.ts';
import { cutOff, sideways, space } from './page-checks.ts';
import { arrive, gameInStock, settled } from './visitor.ts';
import { watch } from './watch.ts';

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
        await page.setViewportSize({ width: 320, height: 640 });
        await arrive(page, await address());
        await settled(page);
        expect.soft(await sideways(page), 'px beside the window').toBeLessThanOrEqual(0);
        await space(page, true);
        expect.soft(await sideways(page), 'px beside the window, spaced').toBeLessThanOrEqual(0);
        expect.soft(await cutOff(page), 'cut off, spaced').toEqual([]);
        await space(page, false);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          await page.clock.runFor(1000);
          if (name === 'home') await expect(page.getByRole('button', { name: /^Pause/ }).first()).toBeAttached();
          expect.soft(await violations(page), `${width} px`).toEqual([]);
        }
        expect(problems).toEqual([]);
      },
    );
