import { expect, test } from '@playwright/test';
import { encodeCart, productPath } from '@keyturn/shop-rules';
import { violations } from './axe.ts';
import { newestPost, softwareInStock } from './shop-floor.ts';
import { arriveWith, gameInStock, loggedIn, settled, storedLine } from './visitor.ts';

const WIDTHS = [360, 1000, 1920];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const ROUTES: readonly (readonly [name: string, address: () => Promise<string>])[] = [
  ...['/home', '/products/Steam', '/softwares', '/game-list-filtred?genres=RPG&maxPrice=20', '/search/the'].map(
    (route) => [route, async () => route] as const,
  ),
  ['a game', async () => productPath(await gameInStock(1))],
  ['a software', async () => productPath(await softwareInStock())],
  ['a post', newestPost],
  ...[
    '/my-cart',
    '/checkout',
    '/success',
    '/auth/login',
    '/auth/signup',
    '/auth/forgot',
    '/auth/reset/old',
    '/auth/verify/old',
    '/account/info',
    '/account/orders',
    '/account/favs',
    '/order/guest/old',
    '/newsletter/confirm/old',
    '/newsletter/unsubscribe/old',
    '/contact',
    '/blogs',
    '/about',
    '/guide',
    '/404',
  ].map((route) => [route, async () => route] as const),
];

for (const [name, address] of ROUTES) {
  test(`${name} breaks no rule of accessibility at ${WIDTHS.join(', ')} px`, async ({ page }) => {
    await arriveWith(page, { idt: encodeCart([storedLine(await gameInStock(2), { quantity: 2 })]) }, '/favicon.svg');
    const path = await address();
    if (path.startsWith('/account/')) await loggedIn(page);
    await page.setViewportSize({ width: WIDTHS[0] ?? 360, height: 800 });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await settled(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await violations(page), `${width} px`).toEqual([]);
    }
  });
}
