import type { Page } from '@playwright/test';

/** Longer than any busy machine takes for a frame. */
const LONGEST_FRAME_MS = 60_000;

/** Waits until the page has drawn this many frames.
 * @throws a browser that draws no more, and so says whether the page or its drawing hangs. */
export const frames = (page: Page, count: number) =>
  page.evaluate(
    async ([wanted, longestMs]) => {
      for (let frame = 0; frame < wanted; frame += 1)
        await new Promise((resolve, reject) => {
          requestAnimationFrame(resolve);
          setTimeout(
            () => reject(new Error(`No frame in ${longestMs} ms, while the page runs and is ${document.visibilityState}.`)),
            longestMs,
          );
        });
    },
    [count, LONGEST_FRAME_MS] as const,
  );

/** Gives the window a size in px, and waits until the page is laid out in it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(({ width, height }) => window.innerWidth === width && window.innerHeight === height, size);
  await frames(page, 2);
}

/** Text spacing of a reader who needs more space (WCAG 1.4.12). */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Sets wider text spacing, or resets it. */
export const space = (page: Page, isWider: boolean) =>
  // As an adopted style sheet, which the content security policy allows.
  page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    },
    isWider ? SPACED : '',
  );

/** How many px of the page overflow the window, once it has the new width. */
export const sideways = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return document.documentElement.scrollWidth - window.innerWidth;
  });

/** Words of controls and headings that are cut off. */
export const cutOff = (page: Page) =>
  page.getByRole('main').evaluate((main) =>
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

/** Controls with a touch target below 24 by 24 px. */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
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
      // Slides out of view cannot be touched.
      if (!isHit(0, 0)) return [];
      // The size of the touch target around the middle, including areas beyond the element's box.
      const isReached = (hit: (by: number) => boolean) => {
        // Only as far as needed: each point is a hit test of the page.
        const until = (sign: 1 | -1, most: number) => {
          let by = 0;
          while (by < most && hit(sign * by)) by += 0.5;
          return by;
        };
        const before = until(-1, 12);
        const after = until(1, 23.5 - before);
        return before + after >= 23.5 || (before === 12 && until(-1, 23.5 - after) + after >= 23.5);
      };
      const isLarge = isReached((by) => isHit(by, 0)) && isReached((by) => isHit(0, by));
      return isLarge ? [] : [`${element.tagName} "${element.getAttribute('aria-label') ?? element.innerText}" ${width} × ${height}`];
    });
  });
