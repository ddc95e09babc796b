import { accountOfSession } from '../shop/session/session-slice.ts';
import type { ShopState } from '../shop/shop-state.ts';

/**
 * Loads the page anew when it is looked at again and another tab has logged in or out meanwhile: it must not show what is somebody
 * else's, nor send for one account what is shown of another. Answers how to stop.
 */
export function followSession(
  store: { getState: () => ShopState; subscribe: (listener: () => void) => () => void },
  reload = () => window.location.reload(),
): () => void {
  let session = store.getState().session;
  let account = accountOfSession();
  const stop = store.subscribe(() => {
    const now = store.getState().session;
    // This tab did it.
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
