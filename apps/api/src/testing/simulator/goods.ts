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

/** How much a buyer may hold in open checkouts. */
export const CHECKOUT_LIMITS = {
  graceMs: 5 * 60_000,
  mostOpenPerAddress: 3,
  mostOpenPerEmail: 3,
  mostPiecesPerProduct: 5,
  mostFurtherMinor: 50_000,
  perEuro: { Eur: 1, Usd: 1.1, Pln: 4.3, Gbp: 0.9 },
  isLifted: false,
};
