export { useCart } from '../../storefront/src/features/cart/use-cart.ts';
