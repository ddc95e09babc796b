import { expect, test } from '@playwright/test';
import { resize, sideways } from '../support/page-checks.ts';
import { expectNoLayoutShift } from '../support/layout-shift.ts';
import { arriveWith, dearCart, settled } from '../support/visitor.ts';

for (const [width, height, details] of [
  [360, 740, {}],
  [1000, 900, { tag: '@prove' }],
  [1440, 900, { tag: '@prove' }],
] as const) {
  test(`nothing moves at ${width} px while cart and checkout load, full, and a quantity changes`, details, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const cart = await dearCart();
    for (const address of ['/checkout', '/my-cart']) {
      await arriveWith(page, cart, address);
      await settled(page);
      await page.waitForLoadState('networkidle');
      await expectNoLayoutShift(page, { most: 0.005, after: `loading ${address}` });
    }
    await page
      .getByRole('button', { name: /^One less of / })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^One more of / })
      .first()
      .click();
    await expectNoLayoutShift(page, { most: 0.005 });
  });
}

test('at every width the amounts of a full cart and its checkout stand whole, each on one line, and names have room', async ({ page }) => {
  for (const address of ['/my-cart', '/checkout']) {
    await page.setViewportSize({ width: 320, height: 740 });
    await arriveWith(page, await dearCart(), address);
    await settled(page);
    if (address === '/checkout') await page.getByRole('main').getByText('Your order').click();
    for (const width of [320, 360, 430, 700, 1000, 1001]) {
      const where = `${address}, ${width} px`;
      await resize(page, { width, height: 740 });
      expect.soft(await sideways(page), where).toBeLessThanOrEqual(0);
      const names = page.getByRole('list', { name: 'Items in your cart' }).getByRole('link');
      const widths = await names.evaluateAll((links) => links.map(({ parentElement }) => parentElement?.clientWidth ?? 0));
      expect.soft(Math.min(...widths), where).toBeGreaterThan(110);
      const broken = await page.getByRole('main').evaluate((main) => {
        const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        let amounts = 0;
        while (walker.nextNode()) {
          const text = walker.currentNode;
          if (!text.parentElement?.checkVisibility() || !/\d\s?zł/.test(text.textContent ?? '')) continue;
          amounts += 1;
          const range = document.createRange();
          range.selectNodeContents(text);
          const [{ right }, lines] = [range.getBoundingClientRect(), range.getClientRects().length];
          if (lines > 1 || right > window.innerWidth) found.push(text.textContent ?? '');
        }
        return amounts > 3 ? found : [`${amounts} amounts`];
      });
      expect.soft(broken, where).toEqual([]);
    }
  }
});
