import { expect, type Page, test } from '@playwright/test';
import type { ListedProduct } from '@keyturn/api-client';
import { productPath } from '@keyturn/shop-rules';
import { origins } from '../support/origins.ts';
import { ask } from '../support/shop-fixtures.ts';
import { atRest, expectedAt, HOME, inView, moveDrawn, positionOf, ready, show, slider } from '../support/slider-view.ts';
import { arrive, decided, gameInStock, inCart, moveOn, stopClock } from '../support/visitor.ts';

test('sliders rotate, the pause control, the pointer and the focus of the keyboard stop them, and play lets them go on', async ({
  page,
}) => {
  await page.clock.install();
  await page.setViewportSize({ width: 1000, height: 600 });
  await arrive(page, '/home');
  const genres = slider(page, 'Genres');
  await show(genres);
  await expect(ready(genres)).toBeAttached();
  await stopClock(page);
  /** Where it stands now, and after more time than it waits between two moves. */
  const beforeAndAfter = async () => {
    await moveDrawn(genres);
    const before = await positionOf(genres);
    // The frames in which the loop comes round, and the rest at once.
    await page.clock.runFor(500);
    await page.clock.fastForward(2_000);
    await moveDrawn(genres);
    return { before, after: await positionOf(genres) };
  };
  const goesOn = async () => {
    const { before, after } = await beforeAndAfter();
    expect(after).not.toBe(before);
  };
  const stands = async () => {
    const { before, after } = await beforeAndAfter();
    expect(after).toBe(before);
  };
  await goesOn();
  await genres.getByRole('button', { name: 'Pause Genres' }).click();
  await page.mouse.move(0, 0);
  await stands();
  await genres.getByRole('button', { name: 'Play Genres' }).click();
  await page.mouse.move(0, 0);
  await goesOn();
  await genres.getByRole('heading').hover();
  await stands();
  await page.mouse.move(0, 0);
  await goesOn();
  await page.keyboard.press('Tab');
  await genres.getByRole('button', { name: 'Next: Genres' }).focus();
  await expect(genres.getByRole('button', { name: 'Play Genres' })).toBeVisible();
  await stands();
});

test('what lies outside the view of a slider or stands there twice takes no focus, and the keyboard walks through the first and out of it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 600 });
  await arrive(page, '/home');
  for (const [label, steps] of Object.entries(HOME)) {
    const one = slider(page, label);
    await show(one);
    await expect(ready(one), label).toBeAttached();
    await one.getByRole('button', { name: `Pause ${label}` }).click();
    await page.mouse.move(0, 0);
    await atRest(one);
    const active = await one
      .locator('[aria-roledescription="slide"]:not([inert])')
      .evaluateAll((slides) => slides.map((slide) => slide.getAttribute('aria-label')));
    expect.soft(active, label).toHaveLength(expectedAt(steps, 1000) ?? 0);
    expect.soft(new Set(active).size, label).toBe(active.length);
  }

  const first = slider(page, 'Best Sellers');
  await show(first);
  await first.getByRole('button', { name: 'Play Best Sellers' }).focus();
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    if (!(await first.evaluate((element) => element.contains(document.activeElement)))) break;
  }
  expect(await slider(page, 'Genres').evaluate((element) => element.contains(document.activeElement))).toBe(true);
});

test('of a game that stands twice in the hero, one takes the focus and both can be clicked', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 600 });
  const [[{ products }], ...sections] = await ask<[[{ products: ListedProduct[] }], ...unknown[]]>('/home');
  await inCart(page);
  await page.route(`${origins.api}/home`, (route) => route.fulfill({ json: [[{ products: products.slice(0, 3) }], ...sections] }));
  await moveOn(page, '/home');
  const hero = slider(page, 'Featured games');
  await expect(ready(hero)).toBeAttached();
  await hero.getByRole('button', { name: 'Pause Featured games' }).click();
  await atRest(hero);
  expect(await inView(hero)).toEqual({ count: 5, gap: 0 });
  await expect(hero.locator('[aria-roledescription="slide"]:not([inert], [aria-hidden])')).toHaveCount(3);
  const twice = hero.locator('[aria-roledescription="slide"][aria-hidden="true"] a');
  await expect(twice).toHaveCount(2);
  const address = (await twice.last().getAttribute('href')) ?? '';
  await twice.last().click();
  await expect(page).toHaveURL(new RegExp(`${address.replaceAll('.', '\\.')}$`));
});

test('the title below the hero stays the same link from the first view on, whichever game it names', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 900 });
  await decided(page);
  const marked = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await marked.promise;
    await route.continue();
  });
  await page.goto('/home', { waitUntil: 'commit' });
  const hero = slider(page, 'Featured games');
  const title = hero.getByRole('heading', { level: 2 }).getByRole('link');
  // The words for three widths are there from the first byte on, and the stylesheet, which comes later, shows those of one.
  await expect(title).toHaveCount(1);
  await title.evaluate((link) => (link.dataset.served = ''));
  marked.resolve();
  await expect(ready(hero)).toBeAttached();
  const name = await title.textContent();
  await hero.getByRole('button', { name: 'Next: Featured games' }).click();
  await expect(title).not.toHaveText(name ?? '');
  await page.setViewportSize({ width: 900, height: 900 });
  await expect(title).toHaveAttribute('data-served');
});

/** At each move through all games and one more, at a width; the view is filled each time. */
async function toldBelowTheHero(page: Page, width: number): Promise<void> {
  const [[{ products }]] = await ask<[[{ products: ListedProduct[] }], ...unknown[]]>('/home');
  await page.setViewportSize({ width, height: 600 });
  await arrive(page, '/home');
  const hero = slider(page, 'Featured games');
  await expect(ready(hero)).toBeAttached();
  const pause = hero.getByRole('button', { name: 'Pause Featured games' });
  if (await pause.isVisible()) await pause.click();
  for (let move = 0; move < products.length + 1; move += 1) {
    await hero.getByRole('button', { name: 'Next: Featured games' }).click();
    await atRest(hero);
    const place = await hero.locator('[data-slider-frame]').evaluate((frame) => {
      const middle = ({ left, right }: DOMRect) => (left + right) / 2;
      const centre = middle(frame.getBoundingClientRect());
      const slides = [...frame.querySelectorAll('[aria-roledescription="slide"]')];
      const off = (slide: Element) => Math.abs(middle(slide.getBoundingClientRect()) - centre);
      return slides.toSorted((one, other) => off(one) - off(other))[0]?.getAttribute('aria-label');
    });
    const game = products[Number(place?.split(' ')[0]) - 1];
    const words = hero.getByRole('heading', { level: 2 }).locator('..');
    const label = `${width} px, move ${move}`;
    if (width >= 970) expect.soft(await inView(hero), label).toEqual({ count: 5, gap: 0 });
    await expect.soft(words.getByRole('heading'), label).toHaveText(game?.name ?? '');
    await expect.soft(words, label).toContainText(`-${game?.discount_perc}%`);
    await expect.soft(words.locator('[data-platform]'), label).toHaveText(game?.platform ?? '');
    await expect.soft(hero.locator('[aria-current="true"]'), label).toHaveAttribute('aria-label', `Show ${place}`);
  }
}

/** At each of twelve moves, in a page with five slides in view. */
async function leavesNoHole(page: Page, labels: readonly string[]): Promise<void> {
  for (const label of labels) {
    const one = slider(page, label);
    await show(one);
    await expect(ready(one)).toBeAttached();
    for (let move = 0; move < 12; move += 1) {
      await one.getByRole('button', { name: `Next: ${label}` }).click();
      await atRest(one);
      expect.soft(await inView(one), `${label}, move ${move}`).toEqual({ count: 5, gap: 0 });
    }
  }
}

/** Where everything is in view there is nothing to move; one pixel narrower there is. */
async function movesOnlyWhatIsNotInView(page: Page): Promise<void> {
  const genres = slider(page, 'Genres');
  await show(genres);
  await expect(genres.locator('[aria-roledescription="slide"]')).toHaveCount(7);
  await expect(ready(genres)).toHaveCount(0);
  await page.setViewportSize({ width: 1589, height: 600 });
  await expect(ready(genres)).toBeAttached();
  await page.setViewportSize({ width: 1600, height: 600 });
  await expect(ready(genres)).toHaveCount(0);
  expect(await inView(genres)).toEqual({ count: 7, gap: 0 });
}

test.describe('with moves that take no time', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('below the hero stand the words of the game in its middle, whose dot is lit; no loop leaves a hole, and a slider ends where everything is in view', async ({
    page,
  }) => {
    await toldBelowTheHero(page, 1600);
    await leavesNoHole(page, ['Best Sellers']);
    await movesOnlyWhatIsNotInView(page);
  });
});

test.describe('with moves in real time', { tag: '@prove' }, () => {
  test('below the hero stand title, discount and platform of the game in its middle, at each of its widths', async ({ page }) => {
    for (const width of [360, 700, 1200]) await toldBelowTheHero(page, width);
  });

  test('the loop of no kind of slider leaves a hole', async ({ page }) => {
    await page.setViewportSize({ width: 1600, height: 600 });
    await arrive(page, '/home');
    await leavesNoHole(page, ['Explore By Platform', 'Best Sellers', 'Featured games']);
  });
});

test('a screenshot opens in full size, the arrow keys lead on, and the focus comes back', { tag: '@prove' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 600 });
  await arrive(page, productPath(await gameInStock(1)));
  const screenshots = slider(page, 'Screenshots');
  await show(screenshots);
  await expect(ready(screenshots)).toBeAttached();
  const opener = screenshots.getByRole('button', { name: /^Enlarge .* 1 of / });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Screenshots' });
  await expect(dialog.getByRole('img', { name: /screenshot 1 of / })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('img', { name: /screenshot 2 of / })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('pictures that never come are drawn, none is broken', { tag: '@prove' }, async ({ page }) => {
  await page.route('**/images/**', (route) => route.abort());
  await page.setViewportSize({ width: 1000, height: 600 });
  await arrive(page, '/home');
  await show(slider(page, 'Best Sellers'));
  await expect(slider(page, 'Best Sellers').locator('[data-state="failed"]').first()).toBeVisible();
  // Those further on are asked for when they come near.
  await expect(slider(page, 'Best Sellers').locator('[aria-roledescription="slide"]:not([inert]) img')).toHaveCount(0);
});
