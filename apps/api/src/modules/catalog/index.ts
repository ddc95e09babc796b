export { ProductCard } from './adapters/catalog.dto.ts';
export { feedLines } from './adapters/supplier/feed-lines.ts';
export { Catalogue, type Offer, type ProductRef, refKey } from './application/catalogue.ts';
export { FinishImport } from './application/finish-import.ts';
export { ImportCatalogue, type ImportSummary, type ImportWatcher } from './application/import-catalogue.ts';
export type { FeedLine } from './application/import-ports.ts';
export type { CardView } from './application/product-card.ts';
export { RefreshDuePrices } from './application/refresh-due-prices.ts';
export { Reprice } from './application/reprice.ts';
