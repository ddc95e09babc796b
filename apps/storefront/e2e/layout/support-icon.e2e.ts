import { expect, type Page, test } from '@playwright/test';
import { arrive, iconRests, settled } from '../support/visitor.ts';

const icon = (page: Page) => page.getByRole('link', { name: 'Contact support' });

/** The names of the controls that the icon lies on. */
const covered = (page: Page) =>
  icon(page).evaluate((link) => {
    const { left, right, top, bottom } = link.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('button, input, select, textarea, a')]
      .filter((control) => {
        if (control === link || !control.checkVisibility() || control.closest('[inert], header')) return false;
        const box = control.getBoundingClientRect();
        return box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1;
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent);
  });

/** A finger on the middle of the icon hits it, wherever it stands now. */
const canBePressed = (page: Page) =>
  icon(page).evaluate((link) => {
    const { left, top, width, height } = link.getBoundingClientRect();
    return link.contains(document.elementFromPoint(left + width / 2, top + height / 2)) && link.checkVisibility({ opacityProperty: true });
  });

const PAGES = ['/products/Steam', '/auth/signup', '/home'];
/** No multiple of the distance between rows, so that each stop finds other controls in the corner. */
const STOP_PX = 137;

async function expectIconAtEachStop(page: Page, address: string, stops: number): Promise<void> {
  await arrive(page, address);
  await settled(page);
  for (let stop = 0; stop < stops; stop++) {
    await iconRests(page);
    await expect.poll(() => covered(page), `${address}, stop ${stop}, at rest`).toEqual([]);
    await page.evaluate((top) => scrollBy({ top, behavior: 'instant' }), STOP_PX);
    expect(await canBePressed(page), `${address}, stop ${stop}, while the page moves`).toBe(true);
  }
}

test.describe('beside sliders that stand still', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 360, height: 740 } });

  for (const address of PAGES) {
    test(`on ${address} the support icon can be pressed at every scroll position, and lies on no control of a page at rest`, async ({
      page,
    }) => {
      await expectIconAtEachStop(page, address, 7);
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      // The page ends with room for it: at its end the icon need not move up.
      await iconRests(page);
      expect(await icon(page).evaluate((link) => window.innerHeight - link.getBoundingClientRect().bottom)).toBe(16);
      expect(await covered(page)).toEqual([]);
      await icon(page).click();
      await expect(page).toHaveURL(/\/contact$/);
    });
  }
});

for (const width of [360, 1000, 1440]) {
  test(
    `at ${width} px the support icon lies on no control of a page at rest, beside sliders that move`,
    { tag: '@prove' },
    async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: 740 });
      for (const address of PAGES) await expectIconAtEachStop(page, address, 20);
    },
  );
}
