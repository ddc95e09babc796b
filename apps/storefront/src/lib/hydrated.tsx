import { useLayoutEffect } from 'react';

/** Bubbles from a part of the page that the server has rendered, once React answers to what is pressed in it. */
export type HydratedEvent = 'keyturn:hydrated';
const HYDRATED: HydratedEvent = 'keyturn:hydrated';

/**
 * Tells `start.ts` that React has taken over what stands beside this. `part` is the document's body, or the element with `data-hydrates`
 * around a Suspense boundary: React takes over the inside of each boundary apart.
 */
export function Hydrated({ part }: { part: () => Element | null }) {
  useLayoutEffect(() => void part()?.dispatchEvent(new Event(HYDRATED, { bubbles: true })), [part]);
  return null;
}
