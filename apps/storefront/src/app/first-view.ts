import { shopApi } from '@keyturn/api-client';
import type { Currency } from '@keyturn/shop-rules';
import { shopReducer, type ShopState, anonymousState } from '../shop/shop-state.ts';

/** An answer of the API that the first view was rendered from, by the call's name and arguments. */
export type ServedAnswer = Parameters<typeof shopApi.util.upsertQueryEntries>[0][number];

/** The data embedded in the page (written by server/first-view/first-views.ts). */
export interface ServedView {
  answers: readonly ServedAnswer[];
  /** The currency of its prices. */
  currency: Currency;
  /** When the browser received it, in milliseconds since 1970. A page from the browser's cache counts as oldest. */
  at: number;
}

const ELEMENT = 'first-view';

/** Whether the page was server-rendered. */
export function isServedPage(): boolean {
  return document.getElementById(ELEMENT) !== null;
}

/** Null if the page has no server-rendered first view. */
export function readServedView(): ServedView | null {
  const text = document.getElementById(ELEMENT)?.textContent;
  if (!text) return null;
  const [load] = performance.getEntriesByType?.('navigation') ?? [];
  const isKept = load !== undefined && 'transferSize' in load && load.transferSize === 0;
  return { ...(JSON.parse(text) as Omit<ServedView, 'at'>), at: isKept ? 0 : Date.now() };
}

/** The state with these answers in its cache. They are as old as the page, and are not fetched again. */
export function stateWith({ answers, at }: Omit<ServedView, 'currency'>): ShopState {
  // The values bypass the reducer, which would process every field.
  const state = shopReducer(undefined, shopApi.util.upsertQueryEntries(answers.map((answer) => ({ ...answer, value: null as never }))));
  const queries = Object.entries(state.api.queries).map(([key, query], position) => [
    key,
    query && { ...query, data: answers[position]?.value, fulfilledTimeStamp: at },
  ]);
  return { ...state, api: { ...state.api, queries: Object.fromEntries(queries) as typeof state.api.queries } };
}

/** The same as on the server. */
export function anonymousFirstState(state: ShopState, currency: Currency): ShopState {
  return { ...state, ...anonymousState(currency) };
}
