import { expect, type Route, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { origins } from '../support/origins.ts';
import { frames } from '../support/page-checks.ts';
import { expectNoLayoutShift } from '../support/layout-shift.ts';
import { slider } from '../support/slider-view.ts';
import { arrive, arriveWith, gameInStock, iconRests, settled } from '../support/visitor.ts';

for (const [width, details] of [
  [360, {}],
  [1000, { tag: '@prove' }],
  [1920, { tag: '@prove' }],
] as const) {
  test.describe(`at ${width} px`, details, () => {
    test.use({ viewport: { width, height: 800 } });

    test('the header is 100 px high, becomes fixed past 210 px and not before, and nothing moves', async ({ page }) => {
      await arrive(page, '/home');
      await expect(page.getByRole('heading', { name: 'Explore By Genre' })).toBeVisible();
      await settled(page);
      const header = page.getByRole('banner');
      expect((await header.boundingBox())?.height).toBe(100);
      const before = await page.evaluate(() => document.documentElement.scrollHeight);
      const mark = page.getByRole('heading', { name: 'Explore By Genre' });
      const place = () => mark.evaluate((element) => Math.round(element.getBoundingClientRect().top + window.scrollY));
      const place0 = await place();
      const scroll = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);

      await scroll(210);
      await expect(header).not.toHaveCSS('position', 'fixed');
      await scroll(211);
      await expect(header).toHaveCSS('position', 'fixed');
      await expect(page.locator('body')).toHaveCSS('padding-top', '100px');
      expect(await place()).toBe(place0);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(before);
      await scroll(210);
      await expect(header).not.toHaveCSS('position', 'fixed');
      expect(await place()).toBe(place0);
      await expectNoLayoutShift(page);
    });

    test('nothing moves while home is scrolled to its end, with pictures and a font that come late, and menus opened and closed', async ({
      page,
    }) => {
      test.slow();
      const late: Route[] = [];
      let areLate = true;
      for (const address of [`${origins.api}/images/**`, '**/*.woff2'])
        await page.route(address, (route) => (areLate ? void late.push(route) : route.continue()));
      await arrive(page, '/home');
      await settled(page);
      await expect(page.getByRole('article').first()).toBeVisible();
      areLate = false;
      expect(late.some((route) => route.request().url().endsWith('.woff2'))).toBe(true);
      await Promise.all(late.map((route) => route.continue()));
      await page.mouse.move(width / 2, 400);
      for (;;) {
        const top = await page.evaluate(() => window.scrollY);
        await page.mouse.wheel(0, 700);
        const isEnd = await page.evaluate(() => window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1);
        if (isEnd) break;
        await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(top);
      }
      const last = page.getByText('© 2024 Keyturn');
      await expect(last).toBeInViewport({ ratio: 1 });
      // It moves away from the controls of a page that was just scrolled, over whatever is there.
      await iconRests(page);
      const isCovered = await last.evaluate((words) => {
        const { right, top, height } = words.getBoundingClientRect();
        return !words.contains(document.elementFromPoint(right - 1, top + height / 2));
      });
      expect(isCovered, 'something stands over the last line of the footer').toBe(false);

      await page.getByRole('button', { name: 'Account' }).click();
      await expect(page.getByRole('heading', { name: 'Welcome !' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('heading', { name: 'Welcome !' })).toBeHidden();
      const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) {
        await menu.click();
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
        await page.getByRole('button', { name: 'Close menu' }).click();
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
      }
      await expectNoLayoutShift(page);
    });
  });
}

for (const [name, address, details] of [
  ['/products/Steam', async () => '/products/Steam', {}],
  ['a game', async () => productPath(await gameInStock(1)), {}],
  ['/my-cart', async () => '/my-cart', { tag: '@prove' }],
] as const) {
  test(`nothing moves on ${name} while it loads and a product is put into the cart`, details, async ({ page }) => {
    await arriveWith(page, {}, await address());
    await settled(page);
    const add = page.getByRole('button', { name: /^Add to Cart/ }).first();
    if (name !== '/my-cart') {
      await add.click();
      await page.getByRole('button', { name: 'Continue shopping' }).click();
      await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
    }
    await expectNoLayoutShift(page);
  });
}

test('nothing moves on the login page when the captcha and the ways over other sites come late', async ({ page }) => {
  const late: Route[] = [];
  await page.route(/\/user\/(?:providers|captcha-challenge)$/, (route) => void late.push(route));
  await page.setViewportSize({ width: 1000, height: 1400 });
  await arrive(page, '/auth/login');
  await settled(page);
  await expect.poll(() => late.length).toBe(2);
  await Promise.all(late.map((route) => route.continue()));
  await expect(page.getByRole('main').getByRole('link', { name: 'Connect with Steam' })).toBeVisible();
  await expect(page.locator('altcha-widget').getByRole('checkbox')).toBeVisible();
  await expectNoLayoutShift(page, { most: 0.001 });
});

for (const [reducedMotion, title, details] of [
  ['reduce', 'who wants reduced motion sees nothing move by itself', {}],
  // The delay of each slider, the hero's among them, is measured in slider-times.e2e.ts.
  ['no-preference', 'who wants no reduced motion sees the hero go on', { tag: '@prove' }],
] as const)
  test.describe(() => {
    test.use({ contextOptions: { reducedMotion }, viewport: { width: 1000, height: 800 } });

    test(title, details, async ({ page }) => {
      await page.clock.install();
      await arrive(page, '/home');
      await settled(page);
      const hero = slider(page, 'Featured games');
      await expect(hero.locator('[data-ready]')).toBeVisible();
      const current = () => hero.locator('button[aria-current="true"]').getAttribute('aria-label');
      const before = await current();
      await page.clock.runFor(13_000);
      if (reducedMotion === 'no-preference') return void (await expect.poll(current).not.toBe(before));
      await frames(page, 10);
      expect(await current()).toBe(before);
      const repeated = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== 1)
          .map(({ id }) => id),
      );
      expect(repeated).toEqual([]);
    });
  });
