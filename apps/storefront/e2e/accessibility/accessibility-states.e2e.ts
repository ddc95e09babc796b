import { expect, type Page, test } from '@playwright/test';
import { encodeCart } from '@keyturn/shop-rules';
import { violations } from '../support/axe.ts';
import { OVERLAYS } from './overlay-states.ts';
import { PAGE_STATES } from './page-states.ts';
import type { Visit } from './page-state.ts';
import { sideways } from '../support/page-checks.ts';
import { arriveWith, gameInStock, settled, storedLine } from '../support/visitor.ts';

/** What opens, fails, waits or is empty: the pages themselves are looked at in pages.e2e.ts. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const DIALOG = 'dialog[open]';

async function remembered(what: Visit['remembers']): Promise<Record<string, string>> {
  if (what === 'nothing') return {};
  if (what === 'no answer to the cookie notice') return { 'allow-cookies': '' };
  const two = await gameInStock(2);
  if (what === undefined) return { idt: encodeCart([storedLine(two, { quantity: 2 })]) };
  return { idt: encodeCart([storedLine(two), storedLine({ ...two, name: 'Gone Game' }, { id: '999999999' })]) };
}

/** Goes through the states of a visit, and looks at each of them at every width. */
async function walk(page: Page, { address, remembers, prepare, states, furtherWidths }: Visit, widths: readonly number[]): Promise<void> {
  const [first = 360] = widths;
  await page.setViewportSize({ width: first, height: 800 });
  await prepare?.(page);
  await arriveWith(page, await remembered(remembers), typeof address === 'string' ? address : await address());
  if (!prepare) await settled(page);
  for (const { name, open, shows, isOnPhonesOnly, isModal } of states) {
    await page.setViewportSize({ width: first, height: 800 });
    await open?.(page);
    for (const width of isOnPhonesOnly ? [360] : widths) {
      await page.setViewportSize({ width, height: 800 });
      await expect(shows(page)).toBeVisible();
      if (furtherWidths) expect.soft(await sideways(page), `${name}: px beside the window of ${width} px`).toBeLessThanOrEqual(0);
      expect.soft(await violations(page, isModal && DIALOG), `${name}, ${width} px`).toEqual([]);
    }
  }
}

for (const visit of [...OVERLAYS, ...PAGE_STATES]) {
  const names = visit.states.map(({ name }) => name).join('; ');
  const widths = [visit.width, ...(visit.furtherWidths ?? [])];
  test(`at ${widths.join(', ')} px no rule of accessibility is broken by ${names}`, ({ page }) => walk(page, visit, widths));

  test(`at 360, 1000 and 1920 px no rule of accessibility is broken by ${names}`, { tag: '@prove' }, ({ page }) =>
    walk(page, visit, [360, 1000, 1920]),
  );
}
