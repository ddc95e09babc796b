import { shopApi } from '@keyturn/api-client';
import { isRejectedWithValue } from '@reduxjs/toolkit';
import type { Middleware } from 'redux';

/**
 * A read that came to nothing stands in the browser's console, by its name and with its reason (specification §7 and §8). Of an answer that
 * took too long or could not be read the browser itself says nothing. What the shop refuses on purpose is an answer like any other.
 */
export const logFailures: Middleware = () => {
  // What was on its way when the visitor left the document has not failed.
  let isLeaving = false;
  window.addEventListener('pagehide', () => (isLeaving = true));
  window.addEventListener('pageshow', () => (isLeaving = false));

  return (next) => (action) => {
    if (!isLeaving && isRejectedWithValue(action) && action.type.startsWith(`${shopApi.reducerPath}/executeQuery/`)) {
      const { status, error } = action.payload as { status: number | string; error?: string };
      const { endpointName } = action.meta.arg as unknown as { endpointName: string };
      if (typeof status === 'string' || status >= 500)
        console.error(`${endpointName} failed: ${status}`, ...(error === undefined ? [] : [error]));
    }
    return next(action);
  };
};
