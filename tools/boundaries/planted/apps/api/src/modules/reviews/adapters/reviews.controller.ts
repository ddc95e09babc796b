export { insideOfOrders } from '../../orders/adapters/inside.ts';
