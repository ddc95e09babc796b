import { expect, type Locator, type Page } from '@playwright/test';
import { iconRests } from './visitor.ts';

export type Steps = readonly (readonly [from: number, slides: number])[];

/** Slides per view, as the product specification gives them: from this width on, so many. */
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

/** The part of the engine that tests read. */
export interface Swiper {
  realIndex: number;
  params: { speed: number; loop: boolean; effect: string };
  on(event: 'realIndexChange', listener: () => void): void;
}

/** More frames without a transition than the engine waits for before it wraps the loop. */
const FRAMES_AT_REST = 10;

/**
 * Waits until no slide has moved for a while and the loop is complete: the duration of a move depends on the machine. Frames are counted by
 * the page's clock, which must be running.
 */
export async function atRest(of: Locator): Promise<void> {
  await of.locator('[data-slider-frame]').evaluate((frame, frames) => {
    const isMoving = () => frame.getAnimations({ subtree: true }).some((animation) => animation instanceof CSSTransition);
    return new Promise<void>((resolve) => {
      const wait = (left: number) => {
        if (left === 0) resolve();
        else requestAnimationFrame(() => wait(isMoving() ? frames : left - 1));
      };
      wait(frames);
    });
  }, FRAMES_AT_REST);
}

/** The same while the page's clock is stopped, and the loop with it: waits for the end of the last move. */
export async function moveDrawn(of: Locator): Promise<void> {
  const moving = () =>
    of
      .locator('[data-slider-frame]')
      .evaluate((frame) => frame.getAnimations({ subtree: true }).filter((animation) => animation instanceof CSSTransition).length);
  await expect.poll(moving, { intervals: [50] }).toBe(0);
}

/** The slide at the left edge: it changes when the slider moves. */
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
  await iconRests(of.page());
}
