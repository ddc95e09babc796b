import { isOwnAddress } from '../../shop/session/sign-in-redirect.ts';

/** The page that required the login, from the navigation's state; null if there was none. */
export function returnAddress(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return isOwnAddress(from) ? from : null;
}
