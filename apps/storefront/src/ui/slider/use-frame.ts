import { useEffect, useState, type RefObject } from 'react';

/** How many slides the stylesheet puts side by side, following it from one breakpoint to the next; null before the first layout. */
export function usePerView(frame: RefObject<HTMLElement | null>): number | null {
  const [perView, setPerView] = useState<number | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // An observer is asked after the layout: reading a style then costs no second one.
    const observer = new ResizeObserver(() => setPerView(Number(getComputedStyle(element).getPropertyValue('--per-view')) || 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return perView;
}

/** A row that nothing moves yet: what lies outside the view takes no focus. */
export function useInertOutside(
  frame: RefObject<HTMLElement | null>,
  view: { first: number; perView: number | null; isMoving: boolean },
): void {
  const { first, perView, isMoving } = view;
  useEffect(() => {
    if (perView === null || isMoving) return;
    for (const [position, slide] of [...(frame.current?.firstElementChild?.children ?? [])].entries()) {
      if (slide instanceof HTMLElement) slide.inert = position < first || position >= first + perView;
    }
  }, [frame, first, perView, isMoving]);
}
