import { expect, type Page } from '@playwright/test';

/** CLS while a page is used (issue, Figures). */
export const MOST_SHIFT = 0.02;

interface Shift {
  value: number;
  hadRecentInput: boolean;
  /** What moved, and how far, the first few of them. */
  moved: string[];
}

interface Limits {
  /** As CLS counts: the share of the screen that moved, times how far. */
  most?: number;
  /** Shifts right after input do not count, as in CLS. */
  forgiving?: boolean;
  /** The part of a usual screen that a shift on this one stands for. */
  share?: number;
  /** What was done before, for the message. */
  after?: string;
}

/** Fails, with what moved, where all layout shifts since the page began to load come to `most` or more. */
export async function expectNoLayoutShift(
  page: Page,
  { most = MOST_SHIFT, forgiving = false, share = 1, after = '' }: Limits = {},
): Promise<void> {
  const shifts = (await shiftsOf(page)).filter(({ hadRecentInput }) => !(forgiving && hadRecentInput));
  const sum = shifts.reduce((total, { value }) => total + value, 0) * share;
  const what = shifts.map(({ value, moved }) => `${value.toFixed(5)}: ${moved.join(', ')}`).join('\n');
  expect.soft(sum, `the page moved${after && ` after ${after}`}\n${what}`).toBeLessThan(most);
}

function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        type Entry = PerformanceEntry &
          Omit<Shift, 'moved'> & { sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[] };
        const entries: PerformanceEntry[] = [];
        const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        const box = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
        const shiftIn = (entry: PerformanceEntry): Shift => {
          const { value, hadRecentInput, sources } = entry as Entry;
          const moved = sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.nodeName} "${node?.textContent?.slice(0, 40)}" from ${box(previousRect)} to ${box(currentRect)}`,
          );
          return { value, hadRecentInput, moved };
        };
        // A few frames later every shift so far has been reported.
        const wait = (frames: number) => {
          if (frames > 0) return void requestAnimationFrame(() => wait(frames - 1));
          entries.push(...observer.takeRecords());
          resolve(entries.map(shiftIn));
        };
        wait(5);
      }),
  );
}
