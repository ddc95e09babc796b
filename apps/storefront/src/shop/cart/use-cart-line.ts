import type { ListedProduct } from '@keyturn/api-client';
import { announce } from '../../ui/feedback/announcer.tsx';
import { lineAdded, lineRemoved } from './cart-slice.ts';
import { usePopups } from '../popups/popups.tsx';
import { cartLineOf, lineId } from '../product/product.ts';
import { useShop, useShopDispatch } from '../shop-state.ts';

/** Whether a product is in the cart, and how to add or remove it. The first add opens the cart popup. */
export function useCartLine(product: ListedProduct) {
  const id = lineId(product);
  const isInCart = useShop((state) => state.cart.lines.some((line) => line.item._id === id));
  const currency = useShop((state) => state.currency.chosen);
  const dispatch = useShopDispatch();
  const popups = usePopups();

  return {
    isInCart,
    isSoldOut: product.qty <= 0,
    toggle() {
      if (isInCart) {
        dispatch(lineRemoved(id));
        announce(`${product.name} removed from the cart`);
      } else {
        dispatch(lineAdded(cartLineOf(product, currency)));
        popups.open({ kind: 'cart', added: id });
      }
    },
  };
}
