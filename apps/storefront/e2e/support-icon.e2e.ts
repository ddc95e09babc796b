import { expect, type Page, test } from '@playwright/test';
import { arrive, settled, stopClock } from './visitor.ts';

const icon = (page: Page) => page.getByRole('link', { name: 'Contact support' });

/** The icon is seen, and what it then lies on; once it has come or gone. */
const look = (page: Page) =>
  icon(page).evaluate(async (link) => {
    await Promise.all(link.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
    const { left, right, top, bottom } = link.getBoundingClientRect();
    const covered = [...document.querySelectorAll<HTMLElement>('button, input, select, textarea, a')].filter((control) => {
      if (control === link || !control.checkVisibility() || control.closest('[inert], header')) return false;
      const box = control.getBoundingClientRect();
      return box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1;
    });
    return {
      isSeen: Number(getComputedStyle(link).opacity) > 0.05,
      covered: covered.map((control) => control.getAttribute('aria-label') ?? control.textContent),
    };
  });

const PAGES = ['/products/Steam', '/auth/signup', '/home'];
const WIDTHS = [360, 1000, 1440];
const STOPS = 7;

/** Longer than the icon looks at a page that stands still, and than it takes to come or go. */
const AT_REST_MS = 1500;

test.describe('beside sliders that stand still', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 360, height: 740 } });

  for (const address of PAGES) {
    test(`on ${address} the support icon lies on no control of a page at rest, and is seen where there is room`, async ({ page }) => {
      await page.clock.install();
      await arrive(page, address);
      await settled(page);
      await page.waitForLoadState('networkidle');
      await stopClock(page);
      const seen: boolean[] = [];
      for (let stop = 0; stop < STOPS; stop++) {
        await page.clock.fastForward(AT_REST_MS);
        const { isSeen, covered } = await look(page);
        if (isSeen) expect.soft(covered, `stop ${stop}`).toEqual([]);
        seen.push(isSeen);
        const hasMoved = await page.evaluate(() => {
          const before = scrollY;
          scrollBy({ top: 137, behavior: 'instant' });
          return scrollY !== before;
        });
        if (hasMoved) await expect(icon(page), `stop ${stop}`).toHaveAttribute('data-aside');
      }
      expect(seen).toContain(true);
    });
  }
});

for (const width of WIDTHS) {
  test(
    `at ${width} px the support icon lies on no control of a page at rest, beside sliders that move`,
    { tag: '@prove' },
    async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: 740 });
      const seen: boolean[] = [];
      for (const address of PAGES) {
        await arrive(page, address);
        await settled(page);
        await page.waitForLoadState('networkidle');
        for (let stop = 0; stop < STOPS; stop++) {
          await page.waitForTimeout(AT_REST_MS);
          const { isSeen, covered } = await look(page);
          if (isSeen) expect.soft(covered, `${address}, stop ${stop}`).toEqual([]);
          seen.push(isSeen);
          await page.mouse.move(width / 3, 300);
          await page.mouse.wheel(0, 137);
        }
      }
      expect(seen).toContain(true);
    },
  );
}

test('the support icon steps aside while the page is scrolled, and the focus of a keyboard brings it back', async ({ page }) => {
  await page.clock.install();
  await page.setViewportSize({ width: 360, height: 740 });
  await arrive(page, '/auth/signup');
  await settled(page);
  // The button that it would lie on.
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    const button = [...document.querySelectorAll('main button')].find((one) => one.textContent?.includes('Sign Up'));
    const at = document.querySelector('aside a[href="/contact"]')?.getBoundingClientRect().top ?? 0;
    window.scrollBy({ top: (button?.getBoundingClientRect().top ?? 0) - at, behavior: 'instant' });
  });
  await expect(icon(page)).toHaveCSS('opacity', '0');
  await page.clock.fastForward(AT_REST_MS);
  await expect(icon(page)).toHaveCSS('opacity', '0');
  await page.keyboard.press('Tab');
  await icon(page).focus();
  await expect(icon(page)).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/contact$/);
});
