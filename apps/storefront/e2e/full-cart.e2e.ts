import { expect, test } from '@playwright/test';
import { shiftOf } from './shifts.ts';
import { arriveWith, dearCart, settled } from './visitor.ts';

for (const [width, height] of [
  [360, 740],
  [1000, 900],
  [1440, 900],
] as const) {
  test(`nothing moves at ${width} px while cart and checkout load, full, and a quantity changes`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const cart = await dearCart();
    for (const address of ['/checkout', '/my-cart']) {
      await arriveWith(page, cart, address);
      await settled(page);
      await page.waitForLoadState('networkidle');
      expect.soft(await shiftOf(page), address).toBeLessThan(0.005);
    }
    await page
      .getByRole('button', { name: /^One less of / })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^One more of / })
      .first()
      .click();
    expect(await shiftOf(page)).toBeLessThan(0.005);
  });
}

for (const width of [320, 360, 430, 700, 1000, 1001]) {
  test(`at ${width} px the amounts of a full cart and its checkout stand whole, each on one line, and names have room`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    for (const address of ['/my-cart', '/checkout']) {
      await arriveWith(page, await dearCart(), address);
      await settled(page);
      if (address === '/checkout' && width < 1000) await page.getByText('Your order').click();
      const names = page.getByRole('list', { name: 'Items in your cart' }).getByRole('link');
      const widths = await names.evaluateAll((links) => links.map(({ parentElement }) => parentElement?.clientWidth ?? 0));
      expect(Math.min(...widths)).toBeGreaterThan(110);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), address).toBeLessThanOrEqual(0);
      const broken = await page.getByRole('main').evaluate((main) => {
        const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        while (walker.nextNode()) {
          const text = walker.currentNode;
          if (!text.parentElement?.checkVisibility() || !/\d\s?zł/.test(text.textContent ?? '')) continue;
          const range = document.createRange();
          range.selectNodeContents(text);
          const [{ right }, lines] = [range.getBoundingClientRect(), range.getClientRects().length];
          if (lines > 1 || right > window.innerWidth) found.push(text.textContent ?? '');
        }
        return found;
      });
      expect(broken, address).toEqual([]);
    }
  });
}
