export { OfferLoop } from './adapters/offer-loop.ts';
export { PurchaseLoop } from './adapters/purchase-loop.ts';
export { SteerSuppliers } from './application/steer-suppliers.ts';
export { SyncOffers } from './application/feeds/sync-offers.ts';
export { type SyncReport, Syncs } from './application/feeds/syncs.ts';
export { SUPPLIER_NAMES, SupplierOffers } from './application/ports.ts';
