import { shopApi } from '@keyturn/api-client';
import type { Currency } from '@keyturn/shop-rules';
import { shopReducer, type ShopState, anonymousState } from '../shop/shop-state.ts';

/** An answer of the API that the first view was rendered from, by the call's name and arguments. */
export type ServedAnswer = Parameters<typeof shopApi.util.upsertQueryEntries>[0][number];

/** What travels inside the page (server/first-view/first-views.ts writes it). */
export interface ServedView {
  answers: readonly ServedAnswer[];
  /** In which the prices stand there. */
  currency: Currency;
  /** When the browser had it: milliseconds since 1970. A page that the browser had kept is as old as can be. */
  at: number;
}

const ELEMENT = 'first-view';

/** Whether the page stood there before this script ran. */
export function isServedPage(): boolean {
  return document.getElementById(ELEMENT) !== null;
}

/** Null where the page came without its first view. */
export function readServedView(): ServedView | null {
  const text = document.getElementById(ELEMENT)?.textContent;
  if (!text) return null;
  const [load] = performance.getEntriesByType?.('navigation') ?? [];
  const isKept = load !== undefined && 'transferSize' in load && load.transferSize === 0;
  return { ...(JSON.parse(text) as Omit<ServedView, 'at'>), at: isKept ? 0 : Date.now() };
}

/** The state of a shop that has these answers already. They are as old as the page that brought them, and not one call is made for them. */
export function stateWith({ answers, at }: Omit<ServedView, 'currency'>): ShopState {
  // The values go past the reducer, which would look at every field of theirs.
  const state = shopReducer(undefined, shopApi.util.upsertQueryEntries(answers.map((answer) => ({ ...answer, value: null as never }))));
  const queries = Object.entries(state.api.queries).map(([key, query], position) => [
    key,
    query && { ...query, data: answers[position]?.value, fulfilledTimeStamp: at },
  ]);
  return { ...state, api: { ...state.api, queries: Object.fromEntries(queries) as typeof state.api.queries } };
}

/** The same as the server saw it. */
export function anonymousFirstState(state: ShopState, currency: Currency): ShopState {
  return { ...state, ...anonymousState(currency) };
}
