import type { KeySecret } from '../../stock/index.ts';
import { type EuroOffer, SUPPLIER_CURRENCY, type SupplierOffer } from '../application/ports.ts';

/** As a supplier offers it. */
export function inEuros(offer: EuroOffer): SupplierOffer {
  return { ...offer, currency: SUPPLIER_CURRENCY };
}

/** The products of offers as lines of a feed, with these fields besides; none where they are null. */
export function feedLines(offers: readonly EuroOffer[], fields: object | null): string[] {
  if (fields === null) return [];
  return offers.map(({ kinguinId, name, priceMinor, quantity }) =>
    JSON.stringify({
      kinguinId,
      productId: `feed-${kinguinId}`,
      name,
      platform: 'Steam',
      price: priceMinor / 100,
      qty: quantity,
      ...fields,
    }),
  );
}

/** A picture of a key that nobody else has. */
export function pictureOf(id: string): KeySecret {
  const base64 = Buffer.concat([Buffer.from('iVBORw0KGgo=', 'base64'), Buffer.from(id)]).toString('base64');
  return { kind: 'image', mediaType: 'image/png', base64 };
}
