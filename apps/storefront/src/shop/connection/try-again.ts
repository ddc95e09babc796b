import { shopApi } from '@keyturn/api-client';
import { useShopDispatch } from '../shop-state.ts';

/** From a query hook: its request and how to refetch. */
export interface Retriable {
  requestId?: string | undefined;
  refetch: () => unknown;
}

/** Refetches, also while the first request is pending: that one is aborted. */
export function useTryAgain({ requestId, refetch }: Retriable): () => Promise<void> {
  const dispatch = useShopDispatch();
  return async () => {
    const running = dispatch(shopApi.util.getRunningQueriesThunk()).find((query) => query.requestId === requestId);
    running?.abort();
    await running;
    refetch();
  };
}
