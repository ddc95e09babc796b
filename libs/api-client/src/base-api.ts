import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { readCookie } from './cookie.ts';
import { servedSetting } from './served-settings.ts';

/** Where the API is: the storefront's server writes it into the page, so that one build serves any address. No trailing slash. */
export function apiOrigin(): string {
  return (servedSetting('api-origin') || 'http://localhost:3000').replace(/\/$/, '');
}

/**
 * Calls that carry the session's token ("token header" in specification §7). The others stay simple requests:
 * a header of ours would cost each of them a CORS preflight and the head start of a preloaded answer.
 */
const authenticatedCalls: ReadonlySet<string> = new Set([
  'createPaymentCheckout',
  'getProfile',
  'changeProfile',
  'changePassword',
  'logOut',
  'logOutEverywhere',
  'getWishlist',
  'mergeWishlist',
  'listOrders',
  'revealOrderKeys',
  'resendOrderKeys',
  'addReview',
  'subscribeToNews',
  'verifyEmail',
]);

/** Calls that carry the API's own cookies: by them it knows whose open checkout it is, who signed up, and that a captcha was solved. */
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
    // The one call that leads to a mail, and one that has headers of ours already.
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
  // An answer that came inside the page may be old: a browser keeps pages for Back, and whole sessions over a restart.
  refetchOnMountOrArgChange: 120,
  // The storefront says when the API is there again after it was not.
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
