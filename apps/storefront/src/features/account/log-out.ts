import { shopApi } from '@keyturn/api-client';
import { paths } from '../../shop/paths.ts';
import { forgetSession, sessionEnded } from '../../shop/session/session-slice.ts';
import type { useShopDispatch } from '../../shop/shop-state.ts';

type Dispatch = ReturnType<typeof useShopDispatch>;

/** A slow or unavailable API does not prevent logging out. */
const PATIENCE_MS = 2000;

/** Revokes the token, so that no copy of it is valid, and leaves the page, even if the API does not answer. */
export async function logOut(dispatch: Dispatch): Promise<void> {
  const answer = dispatch(shopApi.endpoints.logOut.initiate());
  await Promise.race([answer, new Promise((late) => setTimeout(late, PATIENCE_MS))]);
  leave(dispatch);
}

/** Deletes the session, goes to the home page and reloads, so that no personal data stays in memory or in the storage of the tab. */
export function leave(dispatch: Dispatch): void {
  forgetSession();
  dispatch(sessionEnded());
  window.location.assign(paths.home);
}
