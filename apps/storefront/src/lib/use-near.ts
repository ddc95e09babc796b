import { useEffect, useState, type RefObject } from 'react';

/** On a busy page several entries are delivered at once, the oldest first. */
export function isSeen(entries: readonly IntersectionObserverEntry[]): boolean {
  return entries.some(({ isIntersecting }) => isIntersecting);
}

/** True once the element has come near the view. */
export function useNear(element: RefObject<HTMLElement | null>, rootMargin: string): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target || isNear) return;
    const observer = new IntersectionObserver((entries) => isSeen(entries) && setNear(true), { rootMargin });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, isNear, rootMargin]);
  return isNear;
}
