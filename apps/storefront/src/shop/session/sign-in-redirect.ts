import { readForTab, readStored, writeForTab, writeStored } from '../storage/browser-storage.ts';
import { paths } from '../paths.ts';
import { keepSession } from './session-slice.ts';

const RETURN_TO = 'return-to';
const DEPARTURE = 'sign-in-departure';
/** The API waits ten minutes for the other site's answer; one more for the redirect. */
const LONGEST_ABSENCE_MS = 11 * 60_000;

/** State of a page in the history: the query with which a sign-in came back, which the first script took out of the address. */
export interface HiddenSignIn {
  readonly signIn: string;
}

/** Only addresses of this shop: stored and passed values may come from anywhere. */
export function isOwnAddress(text: unknown): text is string {
  return typeof text === 'string' && /^\/(?![/\\])/.test(text);
}

/** Stores the redirect target of a social login; null removes it. */
export function rememberReturn(address: string | null): void {
  writeForTab(RETURN_TO, address);
}

/** Stores that this browser starts a social login, and its redirect target: only such a browser is logged in by its answer. */
export function rememberDeparture(): void {
  writeStored(DEPARTURE, JSON.stringify({ at: Date.now(), returnTo: readForTab(RETURN_TO) }));
}

/** The login was abandoned, or ended another way: a token in a URL is ignored from now on. */
export function forgetDeparture(): void {
  rememberReturn(null);
  writeStored(DEPARTURE, '');
}

/** The redirect target of a login that began in the last minutes, in any tab of this browser; null if none did. */
function departure(): { returnTo: unknown } | null {
  try {
    const { at, returnTo } = JSON.parse(readStored(DEPARTURE) ?? '') as { at: unknown; returnTo: unknown };
    return Math.abs(Date.now() - Number(at)) <= LONGEST_ABSENCE_MS ? { returnTo } : null;
  } catch {
    return null;
  }
}

/**
 * Completes a social login: `token` and `name` in the URL become the session, and the URL is cleaned before any request.
 * Only on /home and /, and only once in a browser that started a login: otherwise a link with an attacker's token would log the visitor in
 * to the attacker's account (ADR 0007).
 */
export function takeSignIn(): void {
  const { pathname, search, hash } = window.location;
  const hidden = hiddenSignIn();
  const query = new URLSearchParams(hidden ?? search);
  if (pathname === paths.login && query.has('error')) forgetDeparture();
  const token = query.get('token');
  if (token === null || (pathname !== '/' && pathname !== '/home')) return;

  const name = query.get('name') ?? '';
  query.delete('token');
  query.delete('name');
  const rest = query.toString();
  let address = pathname + (rest && `?${rest}`) + hash;
  const left = departure();
  if (token !== '' && left !== null) {
    keepSession(token, name);
    if (isOwnAddress(left.returnTo)) address = left.returnTo;
  }
  forgetDeparture();
  window.history.replaceState(hidden === null ? window.history.state : null, '', address);
}

function hiddenSignIn(): string | null {
  const state = window.history.state as Partial<HiddenSignIn> | null;
  return typeof state?.signIn === 'string' ? state.signIn : null;
}
