import { expect, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { violations } from './axe.ts';
import { arrive, gameInStock, settled } from './visitor.ts';

// The other scans ask for reduced motion, where sliders stand still and nobody needs a control that pauses them.
for (const [name, address] of [
  ['home', async () => '/home'],
  ['a game', async () => productPath(await gameInStock(1))],
] as const)
  test(`${name} with sliders that move breaks no rule of accessibility at 360, 1000, 1920 px`, async ({ page }) => {
    await page.clock.install();
    await arrive(page, await address());
    await settled(page);
    for (const width of [360, 1000, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.clock.runFor(1000);
      if (name === 'home') await expect(page.getByRole('button', { name: /^Pause/ }).first()).toBeAttached();
      expect.soft(await violations(page), `${width} px`).toEqual([]);
    }
  });
