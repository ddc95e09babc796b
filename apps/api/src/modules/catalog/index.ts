export { ProductCard } from './adapters/catalog.dto.ts';
export { Catalogue, type Offer, type ProductRef, refKey } from './application/catalogue.ts';
export type { CardView } from './application/product-card.ts';
export { RefreshDuePrices } from './application/refresh-due-prices.ts';
export { Reprice } from './application/reprice.ts';
