import { useEffect, useEffectEvent, useState, type HTMLAttributes, type RefObject } from 'react';

interface Rotation {
  /** The shopper has not paused it. */
  isWanted: boolean;
  /** It moves right now. */
  isRotating: boolean;
  toggle: () => void;
  /** What the element has to tell of pointer and focus. */
  attention: Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur'>;
}

interface RotationOptions {
  next: () => void;
  everyMs: number | undefined;
  isAllowed: boolean;
  /** Where it stands: a move by hand starts the wait anew. */
  countFrom: number;
}

/**
 * Calls `next` every `everyMs` while the element is in view, unhovered, untouched, in a visible tab, and nobody paused it or put the focus
 * into it.
 */
export function useRotation(element: RefObject<HTMLElement | null>, { next, everyMs, isAllowed, countFrom }: RotationOptions): Rotation {
  const [isWanted, setWanted] = useState(true);
  const [isInView, setInView] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const [fingers, setFingers] = useState<readonly number[]>([]);
  const [hasFocus, setHasFocus] = useState(false);
  const [isTabHidden, setTabHidden] = useState(false);

  useEffect(() => {
    const target = element.current;
    if (!target || everyMs === undefined) return;
    const observer = new IntersectionObserver((entries) => setInView((entries.at(-1)?.intersectionRatio ?? 0) >= 0.3), {
      threshold: [0, 0.3],
    });
    observer.observe(target);
    const followTab = () => setTabHidden(document.hidden);
    followTab();
    document.addEventListener('visibilitychange', followTab);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', followTab);
    };
  }, [element, everyMs]);

  const isTouched = fingers.length > 0;
  useEffect(() => {
    if (!isTouched) return;
    // It may be lifted anywhere.
    const lift = ({ pointerId }: PointerEvent) => setFingers((down) => down.filter((finger) => finger !== pointerId));
    const ends = ['pointerup', 'pointercancel'] as const;
    for (const end of ends) window.addEventListener(end, lift);
    return () => ends.forEach((end) => window.removeEventListener(end, lift));
  }, [isTouched]);

  const isAttended = isHovered || isTouched || hasFocus;
  const isRotating = everyMs !== undefined && isAllowed && isWanted && isInView && !isAttended && !isTabHidden;
  const move = useEffectEvent(next);

  useEffect(() => {
    if (!isRotating) return;
    const timer = setInterval(() => move(), everyMs);
    return () => clearInterval(timer);
  }, [isRotating, everyMs, countFrom]);

  return {
    isWanted,
    isRotating,
    toggle: () => setWanted((wanted) => !wanted),
    attention: {
      onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && setHovered(true),
      onPointerLeave: () => setHovered(false),
      // The first finger ends what is left of earlier ones, whose end nobody heard.
      onPointerDown: ({ pointerType, pointerId, isPrimary }) =>
        pointerType !== 'mouse' && setFingers((down) => (isPrimary ? [pointerId] : [...down, pointerId])),
      onFocus: ({ target }) => {
        // The focus of a keyboard stops it for good: who reads with the keyboard presses Play again.
        if (target.matches(':focus-visible')) setWanted(false);
        // A click that leaves the focus in a slide holds it as long: the slide must not go out of view with the focus.
        setHasFocus(target.closest('[data-slider-frame]') !== null);
      },
      onBlur: () => setHasFocus(false),
    },
  };
}
