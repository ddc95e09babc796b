import { readCookie } from '@keyturn/api-client';
import { isRejectedWithValue } from '@reduxjs/toolkit';
import type { Middleware } from 'redux';
import { forgetSession, sessionEnded } from '../shop/session/session-slice.ts';
import type { ShopState } from '../shop/shop-state.ts';

/**
 * Ends a session whose token the API refuses: expired, revoked, or logged out in another tab. A call with an earlier token says nothing
 * about the current one.
 */
export const watchSession: Middleware<object, ShopState> = (store) => (next) => (action) => {
  const result = next(action);
  if (!isRejectedWithValue(action) || (action.payload as { status?: unknown } | undefined)?.status !== 401) return result;
  const { baseQueryMeta, arg } = action.meta as { baseQueryMeta?: { request?: Request }; arg?: { endpointName?: string } };
  const sent = baseQueryMeta?.request?.headers.get('Authorization') ?? null;
  if (store.getState().session.isLoggedIn && sent === readCookie('tk')) {
    forgetSession({ keepsTab: arg?.endpointName === 'createPaymentCheckout' });
    store.dispatch(sessionEnded());
  }
  return result;
};
