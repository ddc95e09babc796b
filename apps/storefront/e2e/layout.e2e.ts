import { expect, type Route, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { origins } from './origins.ts';
import { MOST_SHIFT, shiftOf } from './shifts.ts';
import { arrive, arriveWith, dearCart, decided, gameInStock, settled } from './visitor.ts';

for (const width of [360, 1000, 1920]) {
  test.describe(`at ${width} px`, () => {
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
      expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
    });

    test('nothing moves while home is scrolled to its end, with pictures that come late, and menus opened and closed', async ({ page }) => {
      test.slow();
      const late: Route[] = [];
      let areLate = true;
      await page.route(`${origins.api}/images/**`, (route) => (areLate ? void late.push(route) : route.continue()));
      await arrive(page, '/home');
      await settled(page);
      await expect(page.getByRole('article').first()).toBeVisible();
      areLate = false;
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
      await expect(last).toBeInViewport();
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
      expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
    });
  });
}

for (const [name, address] of [
  ['/products/Steam', async () => '/products/Steam'],
  ['a game', async () => productPath(await gameInStock(1))],
  ['/my-cart', async () => '/my-cart'],
] as const) {
  test(`nothing moves on ${name} while it loads and a product is put into the cart`, async ({ page }) => {
    await arriveWith(page, {}, await address());
    await settled(page);
    const add = page.getByRole('button', { name: /^Add to Cart/ }).first();
    if (name !== '/my-cart') {
      await add.click();
      await page.getByRole('button', { name: 'Continue shopping' }).click();
      await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
    }
    expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
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
  expect(await shiftOf(page)).toBeLessThan(0.001);
});

const ROUTES: readonly (readonly [name: string, address: () => Promise<string>])[] = [
  ...[
    '/home',
    '/products/Steam',
    '/softwares',
    '/game-list-filtred?genres=RPG',
    '/search/the',
    '/search/zzqqxx',
    '/my-cart',
    '/checkout',
  ].map((route) => [route, async () => route] as const),
  ['a game', async () => productPath(await gameInStock(1))],
  ...['/auth/login', '/about', '/guide', '/auth/signup', '/blogs', '/contact', '/order/guest/old', '/success', '/404'].map(
    (route) => [route, async () => route] as const,
  ),
];

/** What a reader who needs more space sets (WCAG 1.4.12). */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

test('at 320 px no page scrolls sideways, with wider text spacing neither, and then no word of a control or heading is cut off', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  await decided(page, await dearCart());
  for (const [name, address] of ROUTES) {
    await page.goto(await address(), { waitUntil: 'domcontentloaded' });
    await settled(page);
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(await sideways(), name).toBeLessThanOrEqual(0);
    // As a sheet of the document, which the content security policy leaves to scripts of the shop's own.
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    }, SPACED);
    expect.soft(await sideways(), `${name}, spaced`).toBeLessThanOrEqual(0);
    const cut = await page.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll<HTMLElement>('h1, h2, button, label, legend, [role="alert"]')]
        .filter((element) => element.checkVisibility() && !element.closest('[inert], .visually-hidden') && element.innerText.trim() !== '')
        .filter((element) => {
          const { overflowX, overflowY, clipPath } = getComputedStyle(element);
          if (clipPath !== 'none') return false;
          const isCutSideways = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
          return isCutSideways || (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1);
        })
        .map((element) => element.innerText.slice(0, 40)),
    );
    expect.soft(cut, `${name}, spaced`).toEqual([]);
  }
});

test('every control is at least 24 by 24 px to the finger', async ({ page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 740 });
  await decided(page, await dearCart());
  for (const [name, address] of ROUTES) {
    await page.goto(await address(), { waitUntil: 'domcontentloaded' });
    await settled(page);
    const small = await page.evaluate(() => {
      const isInSentence = (element: HTMLElement) =>
        element.tagName === 'A' &&
        getComputedStyle(element).display === 'inline' &&
        (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
      return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')].flatMap((element) => {
        if (!element.checkVisibility() || element.closest('[inert], dialog:not([open])') || isInSentence(element)) return [];
        element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
        const target = element.closest('label') ?? element;
        const { left, top, width, height } = target.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const isHit = (dx: number, dy: number) => {
          const at = document.elementFromPoint(x + dx, y + dy);
          return at !== null && target.contains(at);
        };
        // What lies outside its slider's view has no place of its own to be touched at.
        if (!isHit(0, 0)) return [];
        // How far a finger may be off the middle, both ways together; what reaches beyond the element's box counts.
        const reach = (hit: (by: number) => boolean) => {
          const steps = Array.from({ length: 48 }, (_, step) => step / 2);
          const until = (sign: 1 | -1) => steps.find((by) => !hit(sign * by)) ?? 24;
          return until(1) + until(-1);
        };
        const isLarge = reach((by) => isHit(by, 0)) >= 23.5 && reach((by) => isHit(0, by)) >= 23.5;
        return isLarge ? [] : [`${element.tagName} "${element.getAttribute('aria-label') ?? element.innerText}" ${width} × ${height}`];
      });
    });
    expect.soft(small, name).toEqual([]);
  }
});

test('who wants reduced motion sees nothing move by itself, and others see the hero go on', async ({ browser }) => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const page = await browser.newPage({ reducedMotion, viewport: { width: 1000, height: 800 } });
    await decided(page);
    await page.clock.install();
    await page.goto('/home', { waitUntil: 'domcontentloaded' });
    await settled(page);
    const hero = page.getByRole('region', { name: 'Featured games' }).or(page.locator('[aria-label="Featured games"]')).first();
    await expect(hero.locator('[data-ready]')).toBeVisible();
    const current = () => hero.locator('button[aria-current="true"]').getAttribute('aria-label');
    const before = await current();
    await page.clock.runFor(13_000);
    if (reducedMotion === 'reduce') {
      expect(await current()).toBe(before);
      const repeated = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== 1)
          .map(({ id }) => id),
      );
      expect(repeated).toEqual([]);
    } else {
      await expect.poll(current).not.toBe(before);
    }
    await page.close();
  }
});
