import { apiOrigin, shopApi } from '@keyturn/api-client';
import { isFulfilled, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { connectionFound, connectionLost, visitorBlocked } from '../shop/connection-slice.ts';

/** Waits between two questions whether the API is there again: short at first, so that a blink is over at once. */
const WAITS_MS = [2000, 3000, 5000, 8000, 15_000];
const PATIENCE_MS = 5000;
/** A page of pictures that are missing asks no more often than this. */
const PICTURES_ASK_EVERY_MS = 3000;

/**
 * Notices that the API gives no answer, asks until it does, and then has every place that shows something ask again.
 * A read that is refused with 403 means a blocked visitor: no read of the shop is forbidden to anybody else.
 */
export const watchConnection: Middleware = (store) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let failures = 0;

  const found = () => {
    clearTimeout(timer);
    const wasLost = failures > 0;
    failures = 0;
    if (!wasLost) return;
    store.dispatch(connectionFound());
    store.dispatch(shopApi.internalActions.onOnline());
  };

  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    clearTimeout(timer);
    const isThere = await answers();
    isAsking = false;
    if (isThere) return found();
    store.dispatch(connectionLost());
    timer = setTimeout(() => void ask(), WAITS_MS[Math.min(failures, WAITS_MS.length - 1)]);
    failures += 1;
  };

  window.addEventListener('online', () => failures > 0 && void ask());
  window.addEventListener('offline', () => void ask());

  // A page may stand while nothing but its pictures is still to come: one that does not may mean that the API is gone. Such an error does
  // not bubble.
  let askedForPictureAt = -Infinity;
  const pictureFailed = ({ target, timeStamp }: Event) => {
    if (!(target instanceof HTMLImageElement) || !target.src.startsWith(apiOrigin())) return;
    if (failures > 0 || timeStamp - askedForPictureAt < PICTURES_ASK_EVERY_MS) return;
    askedForPictureAt = timeStamp;
    void ask();
  };
  window.addEventListener('error', pictureFailed, true);

  return (next) => (action) => {
    const result = next(action);
    if (!isOfApi(action)) return result;
    if (isRejectedWithValue(action)) {
      const { status, data } = action.payload as { status?: unknown; data?: { message?: unknown } };
      if (status === 'FETCH_ERROR' || status === 'TIMEOUT_ERROR') void ask();
      if (status === 403 && action.type.startsWith(`${shopApi.reducerPath}/executeQuery/`))
        store.dispatch(visitorBlocked(typeof data?.message === 'string' ? data.message : ''));
      // Only the question itself decides: one call that never gets through must not set all the others going in circles.
    } else if (failures > 0 && isFulfilled(action)) void ask();
    return result;
  };
};

async function answers(): Promise<boolean> {
  try {
    return (await fetch(`${apiOrigin()}/health/live`, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })).ok;
  } catch {
    return false;
  }
}

function isOfApi(action: unknown): action is { type: string } {
  return typeof action === 'object' && action !== null && 'type' in action && String(action.type).startsWith(`${shopApi.reducerPath}/`);
}
