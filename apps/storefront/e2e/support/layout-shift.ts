import type { Page } from '@playwright/test';

/** CLS while a page is used (issue, Figures). */
export const MOST_SHIFT = 0.02;

/** Every layout shift since the page began to load, including those right after input, which CLS ignores, unless `forgiving`. */
export function shiftOf(page: Page, { forgiving = false } = {}): Promise<number> {
  return page.evaluate(
    (isForgiving) =>
      new Promise<number>((resolve) => {
        const entries: PerformanceEntry[] = [];
        const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        const sizeOf = (entry: PerformanceEntry) => {
          if (isForgiving && 'hadRecentInput' in entry && entry.hadRecentInput === true) return 0;
          return 'value' in entry ? Number(entry.value) : 0;
        };
        // A few frames later every shift so far has been reported.
        const wait = (frames: number) => {
          if (frames > 0) return void requestAnimationFrame(() => wait(frames - 1));
          entries.push(...observer.takeRecords());
          resolve(entries.reduce((sum, entry) => sum + sizeOf(entry), 0));
        };
        wait(5);
      }),
    forgiving,
  );
}
