import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** True while a part of the first view is rendered on the server, and while the browser takes it over. */
export function useServed(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
