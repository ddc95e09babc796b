import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { readCookie } from './cookie.ts';
import { loginCalls } from './login-calls.gen.ts';
import { servedSetting } from './served-settings.ts';

/** Where the API is: the storefront's server writes it into the page, so that one build serves any address. No trailing slash. */
export function apiOrigin(): string {
  return (servedSetting('api-origin') || 'http://localhost:3000').replace(/\/$/, '');
}

/**
 * Calls with the session's token ("token header"). The others stay simple requests: a custom header would cost a CORS
 * preflight and prevent preloading.
 */
const authenticatedCalls: ReadonlySet<string> = new Set([
  ...loginCalls,
  // With a login or without.
  'createPaymentCheckout',
  'subscribeToNews',
  'verifyEmail',
]);

/** Calls with the API's cookies, for the open checkout, the sign-up and the captcha pass. */
const callsWithCookies: ReadonlySet<string> = new Set([
  'validateCart',
  'createPaymentCheckout',
  'getStartedOrder',
  'verifyCaptcha',
  'login',
  'signUp',
  'verifyEmail',
  'sendMessage',
]);

const rawBaseQuery = fetchBaseQuery({
  baseUrl: '/',
  timeout: 20_000,
  prepareHeaders: (headers, { endpoint }) => {
    const token = authenticatedCalls.has(endpoint) ? readCookie('tk') : null;
    if (token !== null) headers.set('Authorization', token);
    // The call that sends a mail, and has custom headers already.
    if (endpoint === 'createPaymentCheckout') headers.set('traceparent', newTrace());
    return headers;
  },
});

/** A W3C trace context whose trace begins at this click: API, worker and mail server's span go on with it. Source: w3.org/TR/trace-context */
function newTrace(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-01`;
}

export const baseApi = createApi({
  reducerPath: 'api',
  // The origin is read per call, not at import: tests and the page's head may come later than this module.
  baseQuery: (args, api, extra) => {
    const request = typeof args === 'string' ? { url: args } : args;
    const credentials = callsWithCookies.has(api.endpoint) ? 'include' : 'same-origin';
    return rawBaseQuery({ ...request, url: apiOrigin() + request.url, credentials }, api, extra);
  },
  keepUnusedDataFor: 300,
  // An embedded answer may be old: browsers cache pages for Back, and sessions over a restart.
  refetchOnMountOrArgChange: 120,
  // The storefront dispatches when the API is back.
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
