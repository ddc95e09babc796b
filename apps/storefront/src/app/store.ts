import { shopApi } from '@keyturn/api-client';
import { configureStore } from '@reduxjs/toolkit';
import { shopReducer, type ShopState } from '../shop/shop-state.ts';
import { logFailures } from './log-failures.ts';
import { watchConnection } from './watch-connection.ts';
import { watchSession } from './watch-session.ts';

export function createShopStore(preloadedState?: ShopState) {
  return configureStore({
    reducer: shopReducer,
    ...(preloadedState && { preloadedState }),
    middleware: (defaults) => defaults().concat(shopApi.middleware, logFailures, watchConnection, watchSession),
  });
}
