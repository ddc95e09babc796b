import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

interface Rotation {
  /** The shopper has not paused it. */
  isWanted: boolean;
  /** It moves right now. */
  isRotating: boolean;
  toggle: () => void;
}

/** Calls `next` every `everyMs` while the element is in view, unhovered, in a visible tab, and nobody paused it or put the focus into it. */
export function useRotation(
  element: RefObject<HTMLElement | null>,
  { next, everyMs, isAllowed }: { next: () => void; everyMs: number | undefined; isAllowed: boolean },
): Rotation {
  const [isWanted, setWanted] = useState(true);
  const [isInView, setInView] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const [isTabHidden, setTabHidden] = useState(() => document.hidden);

  useEffect(() => {
    const target = element.current;
    if (!target || everyMs === undefined) return;
    const ends = new AbortController();
    const observer = new IntersectionObserver(([entry]) => setInView((entry?.intersectionRatio ?? 0) >= 0.3), { threshold: [0, 0.3] });
    observer.observe(target);
    const options = { signal: ends.signal };
    target.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && setHovered(true), options);
    target.addEventListener('pointerleave', () => setHovered(false), options);
    // The focus of a keyboard stops it for good: who reads with the keyboard presses Play again.
    target.addEventListener(
      'focusin',
      (event) => event.target instanceof Element && event.target.matches(':focus-visible') && setWanted(false),
      options,
    );
    document.addEventListener('visibilitychange', () => setTabHidden(document.hidden), options);
    return () => {
      ends.abort();
      observer.disconnect();
    };
  }, [element, everyMs]);

  const isRotating = everyMs !== undefined && isAllowed && isWanted && isInView && !isHovered && !isTabHidden;
  const move = useEffectEvent(next);

  useEffect(() => {
    if (!isRotating) return;
    const timer = setInterval(() => move(), everyMs);
    return () => clearInterval(timer);
  }, [isRotating, everyMs]);

  return { isWanted, isRotating, toggle: () => setWanted((wanted) => !wanted) };
}
