export { CheckedCartDto, PricedCartDto, checkedCartView, wantedLines } from './adapters/cart.dto.ts';
export { CheckCart, ownOrders, type CheckedCart, type WantedLine } from './application/check-cart.ts';
