import type { Currency } from '@keyturn/shop-rules';
import { pricesRewritten } from '../cart/cart-slice.ts';
import { currencyChosen } from './currency-slice.ts';
import { useShopDispatch } from '../shop-state.ts';

/** Saves the currency, rewrites the cart's prices, reloads the page. Scroll and typed fields survive the reload. */
export function useChangeCurrency() {
  const dispatch = useShopDispatch();
  return (currency: Currency) => {
    dispatch(currencyChosen(currency));
    dispatch(pricesRewritten(currency));
    window.location.reload();
  };
}
