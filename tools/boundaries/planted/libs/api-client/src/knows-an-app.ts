export { useCart } from '../../../apps/storefront/src/features/cart/use-cart.ts';
