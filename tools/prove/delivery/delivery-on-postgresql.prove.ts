import { proveDelivery } from './delivery.cases.ts';

proveDelivery(undefined);
