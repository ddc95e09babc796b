import { shopApi } from '@keyturn/api-client';
import { configureStore } from '@reduxjs/toolkit';
import { shopReducer } from '../shop/shop-state.ts';

export function createShopStore() {
  return configureStore({
    reducer: shopReducer,
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
}
