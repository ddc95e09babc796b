import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { readCookie } from './cookie.ts';

/** Where the API is: the storefront's server writes it into the page, so that one build serves any address. No trailing slash. */
export function apiOrigin(): string {
  const served = document.querySelector<HTMLMetaElement>('meta[name="api-origin"]')?.content ?? '';
  return (served || 'http://localhost:3000').replace(/\/$/, '');
}

/**
 * Calls that carry the session's token ("token header" in specification §7). The others stay simple requests:
 * a header of ours would cost each of them a CORS preflight and the head start of a preloaded answer.
 */
const authenticatedCalls: ReadonlySet<string> = new Set(['createPaymentCheckout']);

/** Calls that carry the API's own cookie: by it the API knows which open checkout belongs to this browser. */
const callsWithCookies: ReadonlySet<string> = new Set(['validateCart', 'createPaymentCheckout']);

const rawBaseQuery = fetchBaseQuery({
  baseUrl: '/',
  timeout: 20_000,
  prepareHeaders: (headers, { endpoint }) => {
    const token = authenticatedCalls.has(endpoint) ? readCookie('tk') : null;
    if (token !== null) headers.set('Authorization', token);
    return headers;
  },
});

export const baseApi = createApi({
  reducerPath: 'api',
  // The origin is read per call, not at import: tests and the page's head may come later than this module.
  baseQuery: (args, api, extra) => {
    const request = typeof args === 'string' ? { url: args } : args;
    const credentials = callsWithCookies.has(api.endpoint) ? 'include' : 'same-origin';
    return rawBaseQuery({ ...request, url: apiOrigin() + request.url, credentials }, api, extra);
  },
  keepUnusedDataFor: 300,
  endpoints: () => ({}),
});
