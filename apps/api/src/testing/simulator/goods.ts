import type { CataloguedProduct } from '../../modules/catalog/testing/in-memory-catalogue.ts';

const price = (minor: number) => ({ listMinor: minor, discountedMinor: null });

/** What a simulated world sells: few products, so that its buyers want the same keys. */
export const PRODUCTS: readonly CataloguedProduct[] = [1000, 2500, 399].map((minor, index) => ({
  offer: {
    productId: `product-${index + 1}`,
    ref: { type: 'game', id: String(index + 1) },
    name: `Product ${index + 1}`,
    platform: 'Steam',
    category: 'games',
    coverImage: 'images/00-320.webp',
    prices: { Eur: price(minor), Usd: price(minor), Pln: price(4 * minor), Gbp: price(minor) },
    limitPerBasket: null,
    activation: {},
  },
}));
