import { type ListedProduct, shopApi } from '@keyturn/api-client';
import { currencyCode, LONGEST_SEARCH, PAGE_SIZES, searchPart } from '@keyturn/shop-rules';
import { useEffect, useState } from 'react';
import { useCurrency, useShopDispatch } from '../../../shop/shop-state.ts';

export type Suggestions =
  { state: 'none' | 'loading' } | { state: 'failed'; retry: () => void } | { state: 'found'; products: readonly ListedProduct[] };

interface Answer {
  part: string;
  /** Null where the call failed. */
  products: readonly ListedProduct[] | null;
}

/** Products for the typed text, fetched on every change; earlier requests are aborted, and late answers ignored. */
export function useSuggestions(typed: string): Suggestions {
  const dispatch = useShopDispatch();
  const currency = currencyCode(useCurrency());
  const part = searchPart(typed, LONGEST_SEARCH);
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer>({ part: '', products: null });

  useEffect(() => {
    if (part === '') return;
    let isWanted = true;
    const request = dispatch(shopApi.endpoints.searchProducts.initiate({ query: part, limit: PAGE_SIZES.suggestions, currency }));
    void request.then(({ data }) => {
      if (isWanted) setAnswer({ part, products: data?.products.slice(0, PAGE_SIZES.suggestions) ?? null });
    });
    return () => {
      isWanted = false;
      request.abort();
      request.unsubscribe();
    };
  }, [dispatch, part, currency, attempt]);

  if (part === '') return { state: 'none' };
  if (answer.part === part) {
    if (answer.products !== null) return { state: 'found', products: answer.products };
    const retry = () => {
      setAnswer({ part: '', products: null });
      setAttempt(attempt + 1);
    };
    return { state: 'failed', retry };
  }
  // While typing, the previous results stay: the list must not flicker with every character.
  const isKin = answer.part !== '' && (part.startsWith(answer.part) || answer.part.startsWith(part));
  return isKin && answer.products !== null && answer.products.length > 0
    ? { state: 'found', products: answer.products }
    : { state: 'loading' };
}
