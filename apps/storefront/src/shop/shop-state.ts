import { shopApi } from '@keyturn/api-client';
import { combineReducers, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { cartSlice } from './cart-slice.ts';
import { currencySlice } from './currency-slice.ts';
import { sessionSlice } from './session-slice.ts';
import { wishlistSlice } from './wishlist-slice.ts';

export const shopReducer = combineReducers({
  [shopApi.reducerPath]: shopApi.reducer,
  cart: cartSlice.reducer,
  currency: currencySlice.reducer,
  session: sessionSlice.reducer,
  wishlist: wishlistSlice.reducer,
});

export type ShopState = ReturnType<typeof shopReducer>;
export const useShop = useSelector.withTypes<ShopState>();
export const useShopDispatch = useDispatch.withTypes<ThunkDispatch<ShopState, unknown, UnknownAction>>();

/** The currency that every price is shown in. */
export function useCurrency() {
  return useShop((state) => state.currency.chosen);
}
