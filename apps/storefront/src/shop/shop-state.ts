import { shopApi } from '@keyturn/api-client';
import type { ThunkDispatch } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { combineReducers, type UnknownAction } from 'redux';
import type { Currency } from '@keyturn/shop-rules';
import { cartSlice } from './cart/cart-slice.ts';
import { connectionSlice } from './connection/connection-slice.ts';
import { countrySlice } from './country/country-slice.ts';
import { currencySlice } from './currency/currency-slice.ts';
import { sessionSlice } from './session/session-slice.ts';
import { wishlistSlice } from './wishlist/wishlist-slice.ts';

export const shopReducer = combineReducers({
  [shopApi.reducerPath]: shopApi.reducer,
  cart: cartSlice.reducer,
  connection: connectionSlice.reducer,
  country: countrySlice.reducer,
  currency: currencySlice.reducer,
  session: sessionSlice.reducer,
  wishlist: wishlistSlice.reducer,
});

export type ShopState = ReturnType<typeof shopReducer>;
/** The state of an anonymous visitor with only a currency: the first view is rendered for it, for every visitor. */
export function anonymousState(chosen: Currency): Omit<ShopState, typeof shopApi.reducerPath | 'connection'> {
  return {
    cart: { lines: [] },
    country: { chosen: null },
    currency: { chosen },
    session: { isLoggedIn: false, username: '' },
    wishlist: { entries: [] },
  };
}

export const useShop = useSelector.withTypes<ShopState>();
export const useShopDispatch = useDispatch.withTypes<ThunkDispatch<ShopState, unknown, UnknownAction>>();

/** The currency that every price is shown in. */
export function useCurrency() {
  return useShop((state) => state.currency.chosen);
}
