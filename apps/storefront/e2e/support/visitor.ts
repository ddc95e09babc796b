import { expect, type Page } from '@playwright/test';
import { encodeCart, linePrices, type CartLine } from '@keyturn/shop-rules';
import type { ListedProduct } from '@keyturn/api-client';
import { origins } from './origins.ts';
import { frames } from './page-checks.ts';
import { ask, gamesInStock } from './shop-fixtures.ts';

/** Answers the cookie notice from the next page on, and sets other stored values on each page. */
export async function decided(page: Page, remembered: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.addInitScript((entries) => Object.entries(entries).forEach(([key, value]) => localStorage.setItem(key, value)), {
    'allow-cookies': 'false',
    ...remembered,
  });
}

/** A visitor who has answered the cookie notice already. */
export async function arrive(page: Page, path: string): Promise<void> {
  await decided(page);
  // Pictures may still be drawn while the page already works.
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await takenOver(page);
}

/** The first view that the server sent is interactive: React has hydrated it. */
async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1');
    const isServed = document.getElementById('first-view') !== null;
    return !isServed || Object.keys(heading ?? {}).some((name) => name.startsWith('__reactFiber'));
  });
}

/** A visitor with only these stored values from an earlier visit, besides the answer to the cookie notice. */
export async function arriveWith(page: Page, stored: Readonly<Record<string, string>>, path: string): Promise<void> {
  // Written once, and not again by a reload: from then on the shop changes it.
  await page.goto('/favicon.svg');
  await page.evaluate(
    (entries) => {
      localStorage.clear();
      Object.entries(entries).forEach(([key, value]) => localStorage.setItem(key, value));
    },
    { 'allow-cookies': 'false', ...stored },
  );
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await takenOver(page);
}

/** The customer of the demo shop (apps/api/src/demo/demo-login.ts). */
export const DEMO = { email: 'demo@keyturn.example', password: 'keyturn-demo' };

/** Logs the visitor in as the customer of the demo shop. */
export const loggedIn = (page: Page) => becomes(page, DEMO);

/** Logs the visitor in. */
export async function becomes(page: Page, who: { email: string; password: string }): Promise<void> {
  const { tk, username } = await ask<{ tk: string; username: string }>('/user/login', who);
  const cookies = Object.entries({ tk, username }).map(([name, value]) => ({ name, value, url: origins.storefront }));
  await page.context().addCookies(cookies);
}

/**
 * Stops the page's clock (`page.clock.install()` first), at a moment one second ahead, because a busy machine may take that long. If it
 * takes longer, that moment has passed: the next one is tried.
 */
export async function stopClock(page: Page): Promise<void> {
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))).toPass({
    intervals: [0],
    timeout: 20_000,
  });
}

/** Waits until the page is still and the support icon covers no control. */
export async function iconRests(page: Page): Promise<void> {
  // The event of a scroll comes with the next frame.
  await frames(page, 2);
  const icon = page.locator('a[aria-label="Contact support"][data-rests]');
  await icon.evaluate((link) => Promise.all(link.getAnimations().map((animation) => animation.finished.catch(() => undefined))));
}

/** Waits until the page has loaded, except the blog, which loads near the view. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await takenOver(page);
  await expect(page.getByRole('status').filter({ hasText: /Loading (?!the blog)/ })).toHaveCount(0);
}

/** A game of which at least `pieces` can be bought. */
export async function gameInStock(pieces: number): Promise<ListedProduct> {
  const [found] = await gamesInStock(pieces);
  if (!found) throw new Error(`The shop has no game of which ${pieces} pieces can be bought.`);
  return found;
}

/** A cart line as stored by the shop, with overrides. */
export function storedLine(product: ListedProduct, given: { id?: string; quantity?: number; newPrice?: number } = {}): CartLine {
  return {
    item: {
      _id: given.id ?? String(product.kinguinId ?? product._id),
      price: product.sellPrice,
      is_discounted: given.newPrice !== undefined || product.is_discounted,
      new_price: given.newPrice ?? product.new_price,
      mainImage: product.mainImage,
      name: product.name,
      type: product.type,
      mqte: 99,
      offerId: null,
    },
    prices: linePrices(product),
    quantity: given.quantity ?? 1,
  };
}

/** What a browser remembers of a cart with long names and the longest amounts: five pieces each of the dearest games, in złoty. */
export async function dearCart(): Promise<{ idt: string; currency: string }> {
  const games = (await gamesInStock(5)).toSorted((one, other) => Number(other.plnPrice) - Number(one.plnPrice)).slice(0, 3);
  return { idt: encodeCart(games.map((game) => storedLine(game, { quantity: 5 }))), currency: 'Pln' };
}

/** Opens the checkout with these lines in the cart, and fills in the form. */
export async function checkOut(page: Page, lines: CartLine[], email = 'ada@example.com'): Promise<void> {
  await arriveWith(page, { idt: encodeCart(lines) }, '/checkout');
  // The footer asks for an e-mail, too.
  const main = page.getByRole('main');
  await main.getByLabel('Full name').fill('Ada Buyer');
  await main.getByLabel('E-mail').fill(email);
  await main.getByRole('checkbox').check();
}

export interface Mail {
  to: string | string[];
  subject: string;
  text: string;
  /** By their names in lower case. */
  headers: Record<string, string>;
}

/** The mails to an address, as the mailbox shows them. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const response = await fetch(`${origins.mailbox}/api/email`);
  const mails = (await response.json()) as Mail[];
  return mails.filter(({ to }) => JSON.stringify(to).includes(address));
}

/** A visitor in the cart: further navigation is within the shop, so data are fetched by the browser and not by the storefront's server. */
export async function inCart(page: Page): Promise<void> {
  await arrive(page, '/my-cart');
  await settled(page);
  await page.waitForLoadState('networkidle');
}

/** As by a link. */
export async function moveOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState({ idx: 1, key: 'next', usr: null }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }, path);
}

/** One finger on the page, at points of the window. */
export async function finger(page: Page) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    press: (x: number, y: number) => touch('touchStart', [{ x, y }]),
    drag: (x: number, y: number) => touch('touchMove', [{ x, y }]),
    lift: () => touch('touchEnd', []),
  };
}
