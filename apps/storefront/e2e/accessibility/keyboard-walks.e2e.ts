import { expect, type Page, test } from '@playwright/test';
import { encodeCart } from '@keyturn/shop-rules';
import { gamesInStock } from '../support/shop-fixtures.ts';
import { slider } from '../support/slider-view.ts';
import { arrive, arriveWith, settled, storedLine } from '../support/visitor.ts';

/** Walks without a pointer (design, C.3). */

const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === null || document.activeElement === document.body);

test('the currency is changed by a key: every price follows, and the page stays where it was', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await arrive(page, '/products/Steam');
  await settled(page);
  await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
  // Until the header is fixed, the browser scrolls up to what gets the focus in it.
  await expect(page.getByRole('banner')).toHaveAttribute('data-fixed');
  await page.getByRole('banner').getByRole('combobox', { name: 'Currency' }).focus();
  const reloaded = page.waitForEvent('load', { timeout: 20_000 });
  await page.keyboard.type('$');
  await reloaded;
  await settled(page);
  const prices = page.getByRole('article').getByText(/\d\.\d\d/);
  await expect(prices.first()).toContainText('$');
  expect((await prices.allTextContents()).filter((text) => !text.includes('$'))).toEqual([]);
  await expect.poll(() => page.evaluate(() => Math.abs(window.scrollY - 400))).toBeLessThan(100);
});

test('in the hero the pause comes first, and focus on it stops the slider, its dots lead to other games, and Tab leaves it', async ({
  page,
}) => {
  await page.clock.install();
  await page.setViewportSize({ width: 1000, height: 900 });
  await arrive(page, '/home');
  const hero = slider(page, 'Featured games');
  await expect(hero.locator('[data-slider-frame][data-ready]')).toBeAttached();
  await page.getByRole('navigation', { name: 'Platforms and software' }).getByRole('link').last().focus();
  for (let step = 0; step < 3 && !(await hero.evaluate((element) => element.contains(document.activeElement))); step++)
    await page.keyboard.press('Tab');
  // The focus of a keyboard has stopped it already; the button would let it go on.
  await expect(hero.getByRole('button', { name: 'Play Featured games' })).toBeFocused();

  const dot = hero.getByRole('button', { name: /^Show 2 of/ });
  for (let step = 0; step < 20 && !(await dot.evaluate((element) => element === document.activeElement)); step++)
    await page.keyboard.press('Tab');
  await expect(dot).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dot).toHaveAttribute('aria-current', 'true');
  const words = hero.getByRole('heading', { level: 2 });
  const game = await words.textContent();
  // It stays there: longer than its 4 s.
  await page.clock.runFor(4500);
  await expect(words).toHaveText(game ?? '');
  for (let step = 0; step < 12 && (await hero.evaluate((element) => element.contains(document.activeElement))); step++)
    await page.keyboard.press('Tab');
  expect(await hero.evaluate((element) => element.contains(document.activeElement))).toBe(false);
  expect(await isFocusLost(page)).toBe(false);
});

test('Tab goes through a card as link, cart and heart, and the space bar presses the heart', async ({ page }) => {
  await arrive(page, '/products/Steam');
  await settled(page);
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Add to Cart/ }) })
    .first();
  await card.getByRole('link').focus();
  await page.keyboard.press('Tab');
  await expect(card.getByRole('button', { name: /^Add to Cart/ })).toBeFocused();
  await page.keyboard.press('Tab');
  const wishlistButton = card.getByRole('button', { name: /^Add to Wishlist/ });
  await expect(wishlistButton).toBeFocused();
  for (const pressed of ['true', 'false']) {
    await page.keyboard.press('Space');
    await expect(wishlistButton).toHaveAttribute('aria-pressed', pressed);
  }
  await expect(wishlistButton).toBeFocused();
});

test('what is removed from the cart by the keyboard hands the focus to the next line, and the last one to the heading', async ({
  page,
}) => {
  const [one, other] = await gamesInStock(1);
  if (!one || !other) throw new Error('The shop has fewer than two games.');
  await arriveWith(page, { idt: encodeCart([storedLine(one), storedLine(other)]) }, '/my-cart');
  await settled(page);
  await page.getByRole('button', { name: `Remove ${one.name}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Remove ${other.name}`, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

for (const [width, details] of [
  [360, {}],
  [1000, { tag: '@prove' }],
] as const) {
  test(`at ${width} px the menu opens in 400 ms, holds the focus, closes by Escape and gives the focus back`, details, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await arrive(page, '/guide');
    await settled(page);
    const opener = page.getByRole('banner').getByRole('button', { name: 'Menu' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    await expect(menu).toHaveCSS('transition-duration', /^0\.4s(, 0\.4s)*$/);
    const stops = menu.getByRole('link').or(menu.getByRole('button')).or(menu.getByRole('combobox'));
    const count = await stops.count();
    const places = new Set<number>();
    for (let step = 0; step < 2 * count; step++) {
      await page.keyboard.press('Tab');
      places.add(await stops.evaluateAll((all) => all.findIndex((stop) => stop === document.activeElement)));
    }
    // Each of them, and nothing else.
    expect([...places].toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, place) => place));
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
  });
}

test('a dialog comes and goes in 300 ms', async ({ page }) => {
  await arrive(page, '/products/Steam');
  await settled(page);
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  const popup = page.getByRole('dialog').filter({ hasText: 'Added to cart' });
  await expect(popup).toHaveCSS('transition-duration', /^0\.3s(, 0\.3s)*$/);
  await expect(popup).toHaveCSS('opacity', '1');
  const closing = await popup.evaluate(
    (dialog: HTMLDialogElement) =>
      new Promise<number>((resolve) => {
        // On the clock of the frames, which transitions go by: on a busy machine it is behind the others.
        const now = () => Number(document.timeline.currentTime);
        const began = now();
        let isClosing = false;
        const follow = ({ type, target, propertyName }: TransitionEvent) => {
          // Its buttons have transitions, too, and the event of its opening's end may not have come yet.
          if (target !== dialog || propertyName !== 'opacity') return;
          if (type === 'transitionrun') isClosing = true;
          else if (isClosing) resolve(now() - began);
        };
        // Reading the style of a dialog whose transition is over, before the frame that reports the end, cancels it instead.
        for (const type of ['transitionrun', 'transitionend', 'transitioncancel'] as const) dialog.addEventListener(type, follow);
        dialog.querySelector('button')?.click();
      }),
  );
  expect(closing).toBeGreaterThan(250);
});
