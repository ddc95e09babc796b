import { apiOrigin, type ListedProduct } from '@keyturn/api-client';
import { type CartLine, type Currency, linePrices, MOST_PER_LINE, pictureAddress, readPrice, toMajor } from '@keyturn/shop-rules';

/** What cart and wishlist call a product: its kinguinId, else its own id. */
export function lineId(product: { kinguinId?: number | null; _id: string }): string {
  return typeof product.kinguinId === 'number' ? String(product.kinguinId) : product._id;
}

/** Address of a picture that the API serves, in the width that is needed. */
export function pictureUrl(path: string, width: number): string {
  return pictureAddress(path, width, apiOrigin());
}

export function pictureSet(path: string, widths: readonly number[]): string {
  return widths.map((width) => `${pictureUrl(path, width)} ${width}w`).join(', ');
}

/** A first line of the cart for a product, in the browser's shape. */
export function cartLineOf(product: ListedProduct, currency: Currency): CartLine {
  const price = readPrice(product, currency);
  return {
    item: {
      _id: lineId(product),
      price: toMajor(price.listMinor),
      is_discounted: product.is_discounted,
      new_price: product.new_price,
      mainImage: product.mainImage,
      name: product.name,
      type: product.type,
      mqte: Math.max(1, Math.min(product.mqte, MOST_PER_LINE)),
      offerId: product.cheapestOfferId[0] ?? null,
    },
    prices: linePrices(product),
    quantity: 1,
  };
}
