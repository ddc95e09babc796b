import { useSyncExternalStore } from 'react';

/**
 * Whether a media query matches, following it as it changes. Null in the first view, which the server renders for every screen:
 * what depends on the answer stands there for all of them, and the stylesheet shows the right one.
 */
export function useMedia(query: string): boolean | null {
  return useSyncExternalStore<boolean | null>(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
    () => null,
  );
}
