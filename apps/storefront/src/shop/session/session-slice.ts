import { readCookie } from '@keyturn/api-client';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { forgetTab, writeCookie } from '../storage/browser-storage.ts';

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
    /** Logged out, or the token was refused. */
    sessionEnded(state) {
      state.isLoggedIn = false;
      state.username = '';
    },
  },
});

export const { loggedIn, sessionEnded } = sessionSlice.actions;

/** The account id in the current token (RFC 7519, `sub`); null without one. Not verified: it only separates stored data of this browser. */
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

/** Both cookies last one day and are not sent cross-site. */
export function keepSession(token: string, username: string): void {
  writeCookie('tk', token, DAY_SECONDS);
  writeCookie('username', username, DAY_SECONDS);
}

/** `keepsTab`: a checkout goes on as a visitor's, with what was typed. */
export function forgetSession({ keepsTab = false } = {}): void {
  writeCookie('tk', '', 0);
  writeCookie('username', '', 0);
  if (!keepsTab) forgetTab();
}
