export { insideOfOrders } from '../modules/orders/adapters/inside.ts';
