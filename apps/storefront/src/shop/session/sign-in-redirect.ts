import { readForTab, readStored, writeForTab, writeStored } from '../storage/browser-storage.ts';
import { paths } from '../paths.ts';
import { keepSession } from './session-slice.ts';

const RETURN_TO = 'return-to';
const DEPARTURE = 'sign-in-departure';
/** The API waits ten minutes for the other site's answer; one more for the way back. */
const LONGEST_ABSENCE_MS = 11 * 60_000;

/** Only addresses of this shop: what is remembered or handed over may come from anywhere. */
export function isOwnAddress(text: unknown): text is string {
  return typeof text === 'string' && /^\/(?![/\\])/.test(text);
}

/** Where a sign-in shall lead, for the way over another site's pages; null forgets it. */
export function rememberReturn(address: string | null): void {
  writeForTab(RETURN_TO, address);
}

/** Notes that this browser leaves for a provider, and where the sign-in shall lead: only who left is signed in by coming back. */
export function rememberDeparture(): void {
  writeStored(DEPARTURE, JSON.stringify({ at: Date.now(), returnTo: readForTab(RETURN_TO) }));
}

/** The sign-in was given up, or ended another way: a token in an address signs nobody in any more. */
export function forgetDeparture(): void {
  rememberReturn(null);
  writeStored(DEPARTURE, '');
}

/** Where a sign-in that began in the last minutes shall lead; null where none began, in no tab of this browser. */
function departure(): { returnTo: unknown } | null {
  try {
    const { at, returnTo } = JSON.parse(readStored(DEPARTURE) ?? '') as { at: unknown; returnTo: unknown };
    return Math.abs(Date.now() - Number(at)) <= LONGEST_ABSENCE_MS ? { returnTo } : null;
  } catch {
    return null;
  }
}

/**
 * Takes over a sign-in that ended at a provider: `token` and `name` in the address become the session, and the address
 * is cleaned before anything could be asked for with it (specification §6). Only /home and / are read, and only a browser that left
 * for a provider is signed in, once: a link with somebody's token would make it shop in a stranger's name (ADR 0007).
 */
export function takeSignIn(): void {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
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
  window.history.replaceState(window.history.state, '', address);
}
