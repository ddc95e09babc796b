import { readCookie } from '@keyturn/api-client';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { writeCookie } from '../storage/browser-storage.ts';

interface SessionState {
  isLoggedIn: boolean;
  username: string;
}

const initialState = (): SessionState => ({ isLoggedIn: readCookie('tk') !== null, username: readCookie('username') ?? '' });

/** The session lives in the cookies `tk` and `username`; this is what the page knows of them. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    loggedIn(state, { payload }: PayloadAction<{ username: string }>) {
      state.isLoggedIn = true;
      state.username = payload.username;
    },
    /** Logged out, or the token turned out to be stale. */
    sessionEnded(state) {
      state.isLoggedIn = false;
      state.username = '';
    },
  },
});

export const { loggedIn, sessionEnded } = sessionSlice.actions;

/**
 * Whose session the browser holds now, by the account's id in its token (RFC 7519, `sub`); null without one. Nobody has checked it:
 * it tells memories of this browser apart, and opens nothing.
 */
export function accountOfSession(): string | null {
  const token = readCookie('tk');
  try {
    const content = atob((token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const { sub } = JSON.parse(content) as { sub?: unknown };
    return typeof sub === 'string' ? sub : token;
  } catch {
    return token;
  }
}

const DAY_SECONDS = 86_400;

/** Both cookies last one day (specification §4) and never travel to other sites. */
export function keepSession(token: string, username: string): void {
  writeCookie('tk', token, DAY_SECONDS);
  writeCookie('username', username, DAY_SECONDS);
}

export function forgetSession(): void {
  writeCookie('tk', '', 0);
  writeCookie('username', '', 0);
}
