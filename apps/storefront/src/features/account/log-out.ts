import { shopApi } from '@keyturn/api-client';
import { paths } from '../../shop/paths.ts';
import { forgetSession, sessionEnded } from '../../shop/session/session-slice.ts';
import type { useShopDispatch } from '../../shop/shop-state.ts';

type Dispatch = ReturnType<typeof useShopDispatch>;

/** Nobody stays logged in because the shop is slow or away. */
const PATIENCE_MS = 2000;

/** Ends the token at the shop, so that no copy of it is good any longer, and leaves: that also where the shop gives no answer. */
export async function logOut(dispatch: Dispatch): Promise<void> {
  const answer = dispatch(shopApi.endpoints.logOut.initiate());
  await Promise.race([answer, new Promise((late) => setTimeout(late, PATIENCE_MS))]);
  leave(dispatch);
}

/** Forgets the session, leads home and loads anew (specification §4), so that nothing personal stays in memory. */
export function leave(dispatch: Dispatch): void {
  forgetSession();
  dispatch(sessionEnded());
  window.location.assign(paths.home);
}
