import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** True during server rendering and hydration of a part of the first view. */
export function useServed(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
