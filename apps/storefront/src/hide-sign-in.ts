import type { HiddenSignIn } from './shop/session/sign-in-redirect.ts';

/**
 * Takes `token` and `name` of a sign-in that just ended out of the address, and leaves them to `takeSignIn` in the state of this page of the
 * history. Whether there were any.
 */
export function hideSignIn(): boolean {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  if (!query.has('token') || (pathname !== '/' && pathname !== '/home')) return false;
  query.delete('token');
  query.delete('name');
  const rest = query.toString();
  const hidden: HiddenSignIn = { signIn: search };
  window.history.replaceState(hidden, '', pathname + (rest && `?${rest}`) + hash);
  return true;
}
