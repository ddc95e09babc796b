import { generatedApi } from './shop-api.gen.ts';
import type { CheckedLineDto, ProductCard } from './shop-api.gen.ts';

export { apiOrigin } from './base-api.ts';
export { readCookie } from './cookie.ts';
export * from './shop-api.gen.ts';

/** A product as lists carry it: what a card shows and a cart line needs. */
export type ListedProduct = ProductCard;
/** One line of a re-checked cart, and of a 409 of the checkout. */
export type CheckedLine = CheckedLineDto;

/** The shop's calls. What the OpenAPI document cannot say is added here. */
export const shopApi = generatedApi.enhanceEndpoints({
  endpoints: {
    // Stock moves while one browses: a product page that is opened again asks again.
    getGameByKinguinId: { keepUnusedDataFor: 60 },
    getSoftware: { keepUnusedDataFor: 60 },
  },
});
