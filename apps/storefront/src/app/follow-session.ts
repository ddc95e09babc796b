import { accountOfSession } from '../shop/session/session-slice.ts';
import type { ShopState } from '../shop/shop-state.ts';

/**
 * Reloads the page when it becomes visible and another tab has logged in or out meanwhile: it must not show data of another account, nor
 * send data of one account for another. Returns a function to stop.
 */
export function followSession(
  store: { getState: () => ShopState; subscribe: (listener: () => void) => () => void },
  reload = () => window.location.reload(),
): () => void {
  let session = store.getState().session;
  let account = accountOfSession();
  const stop = store.subscribe(() => {
    const now = store.getState().session;
    // Caused by this tab.
    if (now !== session) account = accountOfSession();
    session = now;
  });
  const look = () => {
    if (document.visibilityState === 'visible' && accountOfSession() !== account) reload();
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
  };
}
