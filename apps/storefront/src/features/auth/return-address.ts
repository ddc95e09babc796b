import { isOwnAddress } from '../../shop/session/sign-in-redirect.ts';

/** Where the login was asked for, out of the navigation's state; null for a login of its own. */
export function returnAddress(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return isOwnAddress(from) ? from : null;
}
