import { readCookie } from '@keyturn/api-client';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface SessionState {
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

function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}
