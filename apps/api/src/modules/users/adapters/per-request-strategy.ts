import type { Strategy } from 'passport';

/**
 * Options of an `AuthGuard()` that takes its strategy by instance: names are global to the process, and a process of tests runs several
 * shops. Passport writes the callbacks of a request onto an instance it is given, so each request gets one of its own.
 */
export function perRequest(strategy: Strategy): { readonly defaultStrategy: object } {
  return {
    get defaultStrategy() {
      return Object.create(strategy) as object;
    },
  };
}
