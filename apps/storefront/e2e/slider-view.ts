import { expect, type Locator, type Page } from '@playwright/test';

export type Steps = readonly (readonly [from: number, slides: number])[];

/** Slides per view of the specification's §9: from this width on, so many. */
export const HOME: Record<string, Steps> = {
  'Featured games': [
    [0, 1],
    [500, 3],
    [970, 5],
  ],
  'Best Sellers': [
    [0, 2],
    [960, 3],
    [1220, 4],
    [1590, 5],
  ],
  'Under the Radar': [
    [0, 2],
    [960, 3],
    [1220, 4],
    [1590, 5],
  ],
  Genres: [
    [0, 3],
    [1220, 4],
    [1590, 7],
  ],
  'Explore By Platform': [
    [0, 2],
    [960, 3],
    [1220, 4],
    [1590, 5],
  ],
  'From the Blog': [
    [0, 1],
    [530, 2],
    [820, 3],
  ],
};

export const expectedAt = (steps: Steps, width: number) => steps.findLast(([from]) => width >= from)?.[1];

export const slider = (page: Page, label: string) => page.locator(`section[aria-roledescription="carousel"][aria-label="${label}"]`);
export const ready = (of: Locator) => of.locator('[data-slider-frame][data-ready]');

/** How many slides lie in the frame with at least nine tenths of their width, and whether the frame is filled from edge to edge. */
export function inView(of: Locator): Promise<{ count: number; gap: number }> {
  return of.locator('[data-slider-frame]').evaluate((frame) => {
    const view = frame.getBoundingClientRect();
    const shown = [...frame.querySelectorAll('[aria-roledescription="slide"]')]
      .map((slide) => ({ slide, box: slide.getBoundingClientRect() }))
      .map(({ slide, box }) => ({
        left: box.left,
        share: (Math.min(box.right, view.right) - Math.max(box.left, view.left)) / box.width,
        isSeen: getComputedStyle(slide).opacity !== '0',
        width: box.width,
      }))
      .filter(({ share, isSeen, width }) => width > 0 && isSeen && share > 0.9);
    const covered = new Set(shown.map(({ left }) => Math.round(left))).size * (shown[0]?.width ?? 0);
    return { count: shown.length, gap: Math.round(view.width - covered) };
  });
}

/** Waits until no slide has moved for a while: how long a move takes to be drawn is the machine's affair. */
export async function atRest(of: Locator): Promise<void> {
  let last = '';
  const hasStopped = async () => {
    const before = last;
    last = await of
      .locator('[aria-roledescription="slide"]')
      .evaluateAll((slides) => slides.map((slide) => Math.round(slide.getBoundingClientRect().left)).join());
    return last === before;
  };
  await expect.poll(hasStopped, { intervals: [300] }).toBe(true);
}

/** What stands at the left edge now: it changes when the slider moves. */
export const positionOf = (of: Locator) =>
  of.locator('[data-slider-frame]').evaluate((frame) => {
    const left = frame.getBoundingClientRect().left;
    const slides = [...frame.querySelectorAll<HTMLElement>('[aria-roledescription="slide"]')];
    const first = slides.find(
      (slide) => Math.abs(slide.getBoundingClientRect().left - left) < 8 && getComputedStyle(slide).opacity === '1',
    );
    return first?.getAttribute('aria-label') ?? 'moving';
  });

export async function show(of: Locator): Promise<void> {
  await of.scrollIntoViewIfNeeded();
  await of.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
}
