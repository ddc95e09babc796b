import { expect, type Locator, type Page, test } from '@playwright/test';
import { encodeCart, productPath } from '@keyturn/shop-rules';
import { arriveWith, decided, gameInStock, mailsTo, settled, storedLine } from '../support/visitor.ts';

/** More steps than that to reach something is no way for a keyboard. */
const MOST_STEPS = 150;

/** No element has the focus: the next Tab starts somewhere. */
const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === null || document.activeElement === document.body);

/** Presses Tab until the focus is there. The focus must never be lost to the page as a whole on the way. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
    if (await isFocusLost(page)) throw new Error(`${step + 1} times ${key} lost the focus on the way to ${target.toString()}`);
  }
  throw new Error(`${MOST_STEPS} times ${key} did not reach ${target.toString()}`);
}

test('a visitor without a pointer buys a game from home to /success', { tag: '@alone' }, async ({ page }) => {
  test.slow();
  const email = `keys-${crypto.randomUUID()}@example.com`;
  await decided(page);
  await page.goto('/home', { waitUntil: 'domcontentloaded' });
  await settled(page);

  // The first stop leads past the header.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Add to Cart/ }) })
    .first();
  await tabTo(page, card.getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/product\//);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();

  const add = page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Add to Cart' });
  await tabTo(page, add);
  await page.keyboard.press('Space');
  const popup = page.getByRole('dialog').filter({ hasText: 'Added to cart' });
  await expect(popup).toBeVisible();
  // The popup holds the focus, Escape closes it, and the focus is back where it was.
  const held = popup.getByRole('link').or(popup.getByRole('button'));
  const round = await held.count();
  expect(round).toBeGreaterThan(1);
  const place = () => held.evaluateAll((all) => all.findIndex((one) => one === document.activeElement));
  for (const [key, by] of [
    ['Tab', 1],
    ['Shift+Tab', round - 1],
  ] as const) {
    let expected = await place();
    expect(expected).toBeGreaterThanOrEqual(0);
    for (let step = 0; step < 2 * round; step++) {
      await page.keyboard.press(key);
      expected = (expected + by) % round;
      expect(await place(), `${step + 1} times ${key}`).toBe(expected);
    }
  }
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
  await expect(page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Delete from Cart' })).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: 'Cart, 1 item' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/my-cart$/);
  await tabTo(page, page.getByRole('button', { name: /^One less of/ }));
  await expect(page.getByRole('button', { name: /^One less of/ })).toHaveAttribute('aria-disabled', 'true');
  await tabTo(page, page.getByRole('link', { name: 'Checkout' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/checkout$/);

  const pay = page.getByRole('button', { name: /^Pay/ });
  await tabTo(page, pay);
  await page.keyboard.press('Enter');
  // Refused: the focus goes to what is wrong, and its links to the fields.
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toBeFocused();
  await expect(alert).toContainText('Full name and email are required!');
  await tabTo(page, alert.getByRole('link', { name: 'Full name and email are required!' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Full name')).toBeFocused();
  await page.keyboard.type('Ada Buyer');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Country'));
  await page.keyboard.type('Pol');
  await expect(page.getByLabel('Country')).toHaveValue('PL');
  await tabTo(page, page.getByRole('main').getByRole('checkbox'));
  await page.keyboard.press('Space');
  await tabTo(page, pay);
  await page.keyboard.press('Enter');

  const main = page.getByRole('button', { name: /^Pay [€\d]/ });
  await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible();
  await tabTo(page, main);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/success/);
  await expect(page.getByRole('main')).toContainText('check your e-mail');
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBeGreaterThan(0);
});

const WALKS: readonly (readonly [name: string, address: () => Promise<string>, details: { tag?: string }])[] = [
  ['/home', async () => '/home', {}],
  ['/products/Steam', async () => '/products/Steam', { tag: '@prove' }],
  ['a game', async () => productPath(await gameInStock(1)), { tag: '@prove' }],
  ['/my-cart', async () => '/my-cart', { tag: '@prove' }],
  ['/checkout', async () => '/checkout', { tag: '@prove' }],
  ['/auth/login', async () => '/auth/login', { tag: '@prove' }],
];
const STEPS = 45;

/**
 * Where the focus is: its name, whether anything of it can be seen, and a mark of all that could show the focus; and the same mark now of
 * what had the focus before.
 */
const focusNow = (page: Page) =>
  page.evaluate(() => {
    const marksOf = (elements: readonly Element[]) =>
      elements
        .flatMap((one) =>
          [null, '::before', '::after'].map((pseudo) => {
            const { outline, outlineStyle, outlineOffset, boxShadow, borderColor, backgroundColor, textDecorationLine, opacity } =
              getComputedStyle(one, pseudo);
            // Of an outline that is not drawn, nothing can be seen, whatever else is said of it.
            const ring = outlineStyle === 'none' ? 'none' : `${outline} ${outlineOffset}`;
            return [ring, boxShadow, borderColor, backgroundColor, textDecorationLine, opacity].join('/');
          }),
        )
        .join('|');
    const marksOfLast = marksOf('lastFocused' in window ? (window.lastFocused as Element[]) : []);
    const element = document.activeElement;
    if (!element || element === document.body) return { now: null, marksOfLast };
    const chain: Element[] = [];
    for (let one: Element | null = element; one && chain.length < 4; one = one.parentElement) chain.push(one);
    const box = element.getBoundingClientRect();
    // Several places: what is in front of one may leave the others free.
    const isSeen = [0.5, 0.1, 0.9].some((share) => {
      const at = document.elementFromPoint(box.left + box.width * share, box.top + box.height / 2);
      return at !== null && (element.contains(at) || at.contains(element) || at.closest('label')?.contains(element) === true);
    });
    Object.assign(window, { lastFocused: chain });
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
    return { now: { name: `${element.tagName.toLowerCase()} "${name}"`, isSeen, marks: marksOf(chain) }, marksOfLast };
  });

for (const [name, address, details] of WALKS) {
  test(
    `on ${name} the focus can always be seen, forwards and backwards, and the fixed header never hides it`,
    details,
    async ({ page }) => {
      test.slow();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 1000, height: 700 });
      await arriveWith(page, { idt: encodeCart([storedLine(await gameInStock(2))]) }, await address());
      await settled(page);
      const problems: string[] = [];
      for (const key of ['Tab', 'Shift+Tab']) {
        if (key === 'Shift+Tab') {
          // From the end of the page upwards: what comes next lies under the header's edge.
          await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
          await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        }
        let before: Awaited<ReturnType<typeof focusNow>>['now'] = null;
        for (let step = 0; step < STEPS; step++) {
          await page.keyboard.press(key);
          const { now, marksOfLast } = await focusNow(page);
          if (before && marksOfLast === before.marks) problems.push(`${before.name} looks the same with the focus and without (${key})`);
          if (now && !now.isSeen) problems.push(`${now.name} has the focus and is hidden (${key})`);
          before = now;
        }
      }
      expect([...new Set(problems)]).toEqual([]);
    },
  );
}
