import type { ListedProduct, Product } from '@keyturn/api-client';
import { encodeCart } from '@keyturn/shop-rules';
import { cartLineOf } from '../shop/product/product.ts';

/** A game of 59.00 for 36.00 with ten keys in stock; say what matters to the test. */
export function game(given: Partial<ListedProduct> = {}): ListedProduct {
  return {
    _id: '01jshopgame',
    kinguinId: 7,
    name: 'Half-Life',
    type: 'game',
    productId: 'CustomGame',
    platform: 'Steam',
    category: '',
    genres: ['Action'],
    regions: [],
    releaseDate: '2024-03-05',
    mainImage: 'images/abc-320.webp',
    price: 59,
    sellPrice: 59,
    usdPrice: 65,
    plnPrice: 250,
    gbpPrice: 50,
    is_discounted: true,
    discount_perc: 39,
    new_price: 36,
    usdPriceDiscounted: 40,
    plnPriceDiscounted: 155,
    gbpPriceDiscounted: 31,
    limt_per_basket: null,
    cheapestOfferId: [],
    qty: 10,
    mqte: 5,
    ...given,
  };
}

/** The same with all that a product page shows. */
export function gamePage(given: Partial<Product> = {}): Product {
  return {
    ...game(),
    title: 'Half-Life for Steam',
    meta_description: 'A crowbar against everybody.',
    description: '<p>A train ride goes wrong.</p>',
    notes: '',
    ageRating: 'PEGI 16',
    developers: ['Valve'],
    publishers: ['Valve'],
    regionId: null,
    regionalLimitations: null,
    countryLimitation: [],
    languages: ['English', 'Polish', 'Global', 'French', 'German', 'Italian'],
    shiping: null,
    unit: null,
    coverImageOriginal: 'http://localhost:3000/images/abc-640.webp',
    images: { cover: { url: 'http://localhost:3000/images/abc-640.webp' }, screenshots: [] },
    systemRequirements: [{ system: 'Windows', requirement: ['OS: Windows 10', 'A fast connection'] }],
    customSystem: [],
    overView: [],
    descriptions: [],
    ...given,
  };
}

/** Puts products into the browser's cart before the shop opens. */
export function storeCart(...lines: { product?: ListedProduct; quantity?: number }[]): void {
  localStorage.setItem('idt', encodeCart(lines.map(({ product = game(), quantity = 1 }) => ({ ...cartLineOf(product, 'Eur'), quantity }))));
}
