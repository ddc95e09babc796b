import { readForTab, writeForTab } from './browser-storage.ts';
import { keepSession } from './session-slice.ts';

const RETURN_TO = 'return-to';
const LEFT_AT = 'sign-in-left-at';
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

/** Notes that this tab leaves for a provider: only who left is signed in by coming back. */
export function rememberDeparture(): void {
  writeForTab(LEFT_AT, String(Date.now()));
}

/** Once: the next page of this tab is the way back, or the sign-in was given up. */
function hasLeft(): boolean {
  const leftAt = Number(readForTab(LEFT_AT) ?? Number.NaN);
  writeForTab(LEFT_AT, null);
  return Math.abs(Date.now() - leftAt) <= LONGEST_ABSENCE_MS;
}

/**
 * Takes over a sign-in that ended at a provider: `token` and `name` in the address become the session, and the address
 * is cleaned before anything could be asked for with it (specification §6). Only /home and / are read, and only a tab that left
 * for a provider is signed in: a link with somebody's token would make this browser shop in a stranger's name (ADR 0007).
 */
export function takeSignIn(): void {
  const isExpected = hasLeft();
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  const token = query.get('token');
  if (token === null || (pathname !== '/' && pathname !== '/home')) return;

  const name = query.get('name') ?? '';
  query.delete('token');
  query.delete('name');
  const rest = query.toString();
  let address = pathname + (rest && `?${rest}`) + hash;
  if (token !== '' && isExpected) {
    keepSession(token, name);
    const back = readForTab(RETURN_TO);
    if (isOwnAddress(back)) address = back;
  }
  rememberReturn(null);
  window.history.replaceState(window.history.state, '', address);
}
