import { useLayoutEffect } from 'react';

/** Bubbles from a server-rendered part of the page once it is hydrated. */
export type HydratedEvent = 'keyturn:hydrated';
const HYDRATED: HydratedEvent = 'keyturn:hydrated';

/**
 * Signals to `start.ts` that its siblings are hydrated. `part` is the document's body, or the element with `data-hydrates` around a Suspense
 * boundary: React hydrates each boundary separately.
 */
export function Hydrated({ part }: { part: () => Element | null }) {
  useLayoutEffect(() => void part()?.dispatchEvent(new Event(HYDRATED, { bubbles: true })), [part]);
  return null;
}
