import { expect, type Locator, type Page, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { arriveWith, gameInStock, settled } from '../support/visitor.ts';

/** The cookie notice without a pointer: it is reached early, both answers can be given, and it is never in the way (design, C.3). */

const STEPS = 60;

const notice = (page: Page) => page.getByRole('region', { name: 'Cookies' });

async function comes(page: Page, path: string): Promise<void> {
  await arriveWith(page, { 'allow-cookies': '' }, path);
  await settled(page);
  await expect(notice(page)).toBeVisible();
}

const COOKIES = '[aria-label="Cookies"]';
const LOST = '[role="status"] p:has(svg)';

/** What has the focus outside a notice, and whether more than half of it lies under the notice. */
const focused = (page: Page, selector = COOKIES) =>
  page.evaluate((selected) => {
    const element = document.activeElement;
    const notice = document.querySelector(selected);
    if (!element || !notice || element === document.body || notice.contains(element)) return null;
    const [box, over] = [element.getBoundingClientRect(), notice.getBoundingClientRect()];
    const isBeside = box.right <= over.left || box.left >= over.right;
    const under = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top);
    // A large picture has no room beside it.
    const isCovered = !isBeside && under > box.height / 2;
    return {
      name: `${element.tagName.toLowerCase()} "${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''}"`,
      isCovered,
    };
  }, selector);

for (const [answer, stored, details] of [
  ['Reject', 'false', { tag: '@prove' }],
  ['Allow Cookies', 'true', {}],
] as const) {
  test(
    `without a pointer the cookie notice comes right after the skip link, ${answer} is stored, and Tab goes on into the page`,
    details,
    async ({ page }) => {
      await comes(page, '/products/Steam');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
      for (const name of answer === 'Reject' ? ['Reject'] : ['Reject', 'Allow Cookies']) {
        await page.keyboard.press('Tab');
        await expect(notice(page).getByRole('button', { name })).toBeFocused();
      }
      await page.keyboard.press(answer === 'Reject' ? 'Enter' : 'Space');
      await expect(notice(page)).toHaveCount(0);
      expect(await page.evaluate(() => localStorage.getItem('allow-cookies'))).toBe(stored);
      await expect(page.getByRole('main')).toBeFocused();
      await page.keyboard.press('Tab');
      expect(
        await page.getByRole('main').evaluate((main) => main !== document.activeElement && main.contains(document.activeElement)),
      ).toBe(true);
      await page.reload({ waitUntil: 'domcontentloaded' });
      await settled(page);
      await expect(notice(page)).toHaveCount(0);
    },
  );
}

const WALKS: readonly (readonly [name: string, address: () => Promise<string>])[] = [
  ['/home', async () => '/home'],
  ['/auth/signup', async () => '/auth/signup'],
  ['a game', async () => productPath(await gameInStock(1))],
];

for (const [width, height, everyChange] of [
  [360, 740, '/auth/signup'],
  [1000, 700, 'a game'],
] as const) {
  for (const [name, address] of WALKS) {
    // With every change a form on a phone and a long page on a small screen, with `npm run prove` each page at both widths.
    const details = name === everyChange ? {} : { tag: '@prove' };
    test(
      `at ${width} px the cookie notice covers nothing on ${name} that has the focus, forwards and backwards`,
      details,
      async ({ page }) => {
        test.slow();
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height });
        await comes(page, await address());
        const covered = new Set<string>();
        for (const key of ['Tab', 'Shift+Tab']) {
          if (key === 'Shift+Tab') {
            await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
            await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
          }
          for (let step = 0; step < STEPS; step++) {
            await page.keyboard.press(key);
            const now = await focused(page);
            if (now?.isCovered) covered.add(`${now.name} (${key})`);
          }
        }
        expect([...covered]).toEqual([]);
      },
    );
  }
}

for (const [width, beside, details] of [
  [360, 'the cookie notice and the support icon', {}],
  [1000, 'the cookie notice and the support icon', { tag: '@prove' }],
  [360, 'the support icon alone', { tag: '@prove' }],
  [580, 'the support icon alone', {}],
] as const)
  test(
    `at ${width} px the notice of being offline shows beside ${beside}, and nothing that has the focus lies below`,
    details,
    async ({ page }) => {
      test.slow();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 740 });
      await comes(page, '/auth/signup');
      const isAsked = beside.startsWith('the cookie notice');
      if (!isAsked) await notice(page).getByRole('button', { name: 'Reject' }).click();
      await page.context().setOffline(true);
      const lostMessage = page.locator(LOST);
      await expect(lostMessage).toHaveText('You are offline. We go on as soon as you are back.');
      const placeOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: Infinity, height: Infinity };
      // Each makes room for the other a frame after it has come.
      await expect(async () => {
        const words = await placeOf(lostMessage);
        if (isAsked) expect(words.y + words.height).toBeLessThanOrEqual((await placeOf(notice(page))).y);
        const icon = await placeOf(page.getByRole('link', { name: 'Contact support' }));
        expect(icon.y + icon.height <= words.y || icon.x >= words.x + words.width).toBe(true);
      }).toPass({ timeout: 20_000 });
      const covered = new Set<string>();
      for (let step = 0; step < STEPS; step++) {
        await page.keyboard.press('Tab');
        const now = await focused(page, LOST);
        if (now?.isCovered) covered.add(now.name);
      }
      expect([...covered]).toEqual([]);
    },
  );
