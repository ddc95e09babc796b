export { OfferLoop } from './adapters/offer-loop.ts';
export { PurchaseLoop } from './adapters/purchase-loop.ts';
export { SteerSuppliers, supplierNamed } from './application/steer-suppliers.ts';
export { SyncOffers } from './application/sync-offers.ts';
export { Syncs } from './application/syncs.ts';
export { SupplierOffers } from './application/ports.ts';
