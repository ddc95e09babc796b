import { proveHeldOrders } from './held/held-orders.cases.ts';

proveHeldOrders();
