import type { ListedProduct } from '@keyturn/api-client';
import { announce } from '../../ui/feedback/announcer.tsx';
import { lineId } from '../product/product.ts';
import { useShop, useShopDispatch } from '../shop-state.ts';
import { wishOf, wishToggled } from './wishlist-slice.ts';

/** Whether a product is on the wishlist, and its toggle. */
export function useWish(product: ListedProduct) {
  const id = lineId(product);
  const isWished = useShop((state) => state.wishlist.entries.some((entry) => entry._id === id));
  const dispatch = useShopDispatch();
  return {
    isWished,
    toggle() {
      dispatch(wishToggled(wishOf(product)));
      announce(`${product.name} ${isWished ? 'removed from' : 'added to'} the wishlist`);
    },
  };
}
