import { shopApi } from '@keyturn/api-client';
import { isRejectedWithValue } from '@reduxjs/toolkit';
import type { Middleware } from 'redux';

/**
 * Logs failed reads in the browser's console, by name and with the reason. The browser itself does not log
 * timeouts and unreadable answers. Refusals of the shop are not failures.
 */
export const logFailures: Middleware = () => {
  // Requests aborted by leaving the document have not failed.
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
