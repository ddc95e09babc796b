import { proveDelivery } from './delivery.proof.ts';

proveDelivery(undefined);
