import { useSyncExternalStore } from 'react';

/**
 * Whether a media query matches, updated on changes. Null in the first view, which the server renders for every screen: it contains all
 * variants, and the stylesheet shows the right one.
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
