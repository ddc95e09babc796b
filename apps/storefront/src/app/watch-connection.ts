import { apiOrigin, shopApi } from '@keyturn/api-client';
import { isFulfilled, isRejectedWithValue } from '@reduxjs/toolkit';
import type { Middleware, UnknownAction } from 'redux';
import { connectionFound, connectionLost, visitorBlocked } from '../shop/connection/connection-slice.ts';

/** Intervals between checks of the API: short at first, so that a short outage ends at once. */
const WAITS_MS = [2000, 3000, 5000, 8000, 15_000];
const PATIENCE_MS = 5000;
/** A page of missing pictures checks no more often than this. */
const PICTURES_ASK_EVERY_MS = 3000;

/**
 * Detects that the API does not answer, polls it until it does, and then refetches all active queries. If only one query failed, only that
 * is refetched. A read refused with 403 means a blocked visitor: other visitors may read everything.
 */
export const watchConnection: Middleware = (store) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: Promise<void> | undefined;
  let failures = 0;
  /** Keys of refetched queries without an answer since. */
  const repeated = new Set<string>();

  const found = () => {
    clearTimeout(timer);
    const wasLost = failures > 0;
    failures = 0;
    if (!wasLost) return;
    store.dispatch(connectionFound());
    store.dispatch(shopApi.internalActions.onOnline());
  };

  const ask = () => (asking ??= question().finally(() => (asking = undefined)));
  const question = async () => {
    clearTimeout(timer);
    if (await answers()) return found();
    store.dispatch(connectionLost());
    timer = setTimeout(() => void ask(), WAITS_MS[Math.min(failures, WAITS_MS.length - 1)]);
    failures += 1;
  };

  const unanswered = async ({ queryCacheKey, endpointName, originalArgs }: Asked) => {
    await ask();
    if (failures > 0 || repeated.has(queryCacheKey)) return;
    repeated.add(queryCacheKey);
    const { initiate } = shopApi.endpoints[endpointName as keyof typeof shopApi.endpoints] as unknown as Question;
    store.dispatch(initiate(originalArgs, { subscribe: false, forceRefetch: true }));
  };

  window.addEventListener('online', () => failures > 0 && void ask());
  window.addEventListener('offline', () => void ask());

  // A page may wait for pictures only: a failed one may mean that the API is down. Error events do not bubble.
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
      const isQuery = action.type.startsWith(`${shopApi.reducerPath}/executeQuery/`);
      if (status === 'FETCH_ERROR' || status === 'TIMEOUT_ERROR') void (isQuery ? unanswered(asked(action)) : ask());
      if (status === 403 && isQuery) store.dispatch(visitorBlocked(typeof data?.message === 'string' ? data.message : ''));
    } else if (isFulfilled(action)) {
      repeated.delete(asked(action).queryCacheKey);
      // Only the poll decides: one call that always fails must not refetch all others in a loop.
      if (failures > 0) void ask();
    }
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

interface Asked {
  readonly queryCacheKey: string;
  readonly endpointName: string;
  readonly originalArgs: unknown;
}

const asked = ({ meta }: { meta: { arg: unknown } }) => meta.arg as Asked;

interface Question {
  initiate: (args: unknown, options: { subscribe: boolean; forceRefetch: boolean }) => UnknownAction;
}

function isOfApi(action: unknown): action is { type: string } {
  return typeof action === 'object' && action !== null && 'type' in action && String(action.type).startsWith(`${shopApi.reducerPath}/`);
}
