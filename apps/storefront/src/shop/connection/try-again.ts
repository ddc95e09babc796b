import { shopApi } from '@keyturn/api-client';
import { useShopDispatch } from '../shop-state.ts';

/** Of a call's hook: which request runs, and how to ask again. */
export interface Retriable {
  requestId?: string | undefined;
  refetch: () => unknown;
}

/** Asks again, also while the first request still hangs: that one is given up. */
export function useTryAgain({ requestId, refetch }: Retriable): () => Promise<void> {
  const dispatch = useShopDispatch();
  return async () => {
    const running = dispatch(shopApi.util.getRunningQueriesThunk()).find((query) => query.requestId === requestId);
    running?.abort();
    await running;
    refetch();
  };
}
