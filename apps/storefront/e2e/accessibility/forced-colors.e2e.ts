import { expect, type Locator, type Page, test } from '@playwright/test';
import { encodeCart, productPath } from '@keyturn/shop-rules';
import { slider } from '../support/slider-view.ts';
import { arriveWith, gameInStock, moveOn, settled, storedLine } from '../support/visitor.ts';

/** Where the visitor's system sets the colours, backgrounds and shadows are not drawn: what they show must be shown in another way. */

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

/** Width in px of the line that is drawn around an element, as outline or on all four sides; 0 where none can be seen. */
const edge = (element: Locator) =>
  element.evaluate((one) => {
    const style = getComputedStyle(one);
    const isSeen = (kind: string, color: string) => kind !== 'none' && !/^rgba\(.*, 0\)$|transparent/.test(color);
    const outline = isSeen(style.outlineStyle, style.outlineColor) ? Number.parseFloat(style.outlineWidth) : 0;
    const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;
    const border = sides.map((side) =>
      isSeen(style[`border${side}Style`], style[`border${side}Color`]) ? Number.parseFloat(style[`border${side}Width`]) : 0,
    );
    return Math.max(outline, Math.min(...border));
  });

async function arrives(page: Page, path: string, quantity = 1): Promise<void> {
  await arriveWith(page, { idt: encodeCart([storedLine(await gameInStock(2), { quantity })]) }, path);
  await settled(page);
}

/** Signs that have another colour than the words around them. */
const oddSigns = (page: Page) =>
  page
    .locator('svg.lucide')
    .evaluateAll((all) =>
      all
        .filter((sign) => sign.parentElement && getComputedStyle(sign).color !== getComputedStyle(sign.parentElement).color)
        .map((sign) => sign.outerHTML.slice(0, 120)),
    );

test('with forced colours what is chosen has a frame and what is not has none: platform, page, suggestion, picture, requirements', async ({
  page,
}) => {
  const framed = async (chosen: Locator, other: Locator, what: string) => {
    expect.soft(await edge(chosen), what).toBeGreaterThanOrEqual(2);
    expect.soft(await edge(other), `${what}, not chosen`).toBe(0);
  };
  await arrives(page, '/products/Steam');
  const strip = page.getByRole('navigation', { name: 'Platforms and software' });
  await framed(strip.getByRole('link', { name: 'Steam' }), strip.getByRole('link', { name: 'Ubisoft' }), 'platform');
  const pages = page.getByRole('navigation', { name: 'Pagination' });
  await framed(pages.getByRole('link', { name: 'Page 1' }), pages.getByRole('link', { name: 'Page 2' }), 'page');

  await page.getByRole('combobox', { name: /^Search/ }).fill('god');
  const suggestions = page.getByRole('listbox', { name: 'Suggested products' }).getByRole('option');
  await expect(suggestions.nth(1)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(suggestions.first()).toHaveAttribute('aria-selected', 'true');
  await framed(suggestions.first(), suggestions.nth(1), 'suggestion');

  await page.goto(productPath(await gameInStock(2)), { waitUntil: 'domcontentloaded' });
  await settled(page);
  expect.soft(await oddSigns(page)).toEqual([]);
  const requirements = page.getByRole('button', { name: /^(?:Minimum|Recommended)$/ });
  await framed(requirements.first(), requirements.last(), 'requirements');
  const pictures = slider(page, 'Screenshots').getByRole('button', { name: /^Show \d of/ });
  await framed(pictures.first(), pictures.nth(1), 'picture');
});

test('with forced colours the dots of the hero are drawn, and a sign has the colour of the words around it', async ({ page }) => {
  await arrives(page, '/home');
  const dots = slider(page, 'Featured games').getByRole('button', { name: /^Show \d of/ });
  await expect(dots.first()).toBeVisible();
  const drawn = await dots.evaluateAll((all) =>
    all.map((dot) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(dot, '::before');
      return Number.parseFloat(borderTopWidth) > 0 && borderTopColor !== getComputedStyle(document.body).backgroundColor;
    }),
  );
  expect(drawn.length).toBeGreaterThan(1);
  expect(drawn).not.toContain(false);
  expect(await oddSigns(page)).toEqual([]);
});

test('with forced colours what stands over the page has an edge: suggestions, menus, popup, cookie notice, support, and so has a card', async ({
  page,
}) => {
  await arriveWith(page, { 'allow-cookies': '' }, '/products/Steam');
  await settled(page);
  const edged = async (element: Locator, what: string) => {
    await expect(element).toBeVisible();
    expect.soft(await edge(element), what).toBeGreaterThanOrEqual(1);
  };
  await edged(page.getByRole('region', { name: 'Cookies' }), 'cookie notice');
  await edged(page.getByRole('link', { name: 'Contact support' }), 'support');
  await edged(page.getByRole('main').getByRole('article').first(), 'card');
  await page.getByRole('combobox', { name: /^Search/ }).fill('god');
  await edged(page.getByRole('listbox', { name: 'Suggested products' }).locator('..'), 'suggestions');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account' }).click();
  await edged(page.locator('[popover]').filter({ hasText: 'Welcome !' }), 'account menu');
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await edged(page.getByRole('dialog', { name: 'Menu' }), 'menu');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await edged(page.getByRole('dialog').filter({ hasText: 'Added to cart' }), 'popup');
});

test('with forced colours a minus that does nothing looks it, and a sign of the checkout has the colour of the words around it', async ({
  page,
}) => {
  await arrives(page, '/my-cart');
  const color = (element: Locator) => element.evaluate((one) => getComputedStyle(one).color);
  const minus = page.getByRole('button', { name: /^One less of/ });
  await expect(minus).toHaveAttribute('aria-disabled', 'true');
  expect(await color(minus)).not.toBe(await color(page.getByRole('button', { name: /^One more of/ })));
  await moveOn(page, '/checkout');
  await expect(page).toHaveURL(/\/checkout$/);
  await settled(page);
  expect(await oddSigns(page)).toEqual([]);
});
