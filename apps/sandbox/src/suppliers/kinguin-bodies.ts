import { euros, totalCents } from './amounts.ts';
import type { DatedProduct, StoredOrder, StoredProduct } from './supplier-store.ts';

export const kinguinStatuses = { open: 'processing', complete: 'completed', cancelled: 'canceled', refunded: 'refunded' } as const;

/** What a list of products and the webhook of one say of its offers. */
export function stockOf({ id, offers }: StoredProduct) {
  const qty = offers.reduce((sum, { quantity }) => sum + quantity, 0);
  return { kinguinId: Number(id), productId: id, qty, textQty: qty, cheapestOfferId: offers.slice(0, 1).map(({ offerId }) => offerId) };
}

/** @param pictures where they are, without a slash at the end */
export function productBody(product: DatedProduct, pictures: string): object {
  const { id, name, offers, changedAtMs } = product;
  const stock = stockOf(product);
  return {
    ...stock,
    name,
    platform: 'Steam',
    totalQty: stock.qty,
    price: euros(offers[0]?.cents ?? 0),
    isPreorder: false,
    regionId: 3,
    offersCount: offers.length,
    offers: offers.map(({ offerId, cents, quantity }) => ({
      name,
      offerId,
      price: euros(cents),
      qty: quantity,
      textQty: quantity,
      merchantName: 'Stand-in',
      isPreorder: false,
    })),
    images: {
      cover: { url: `${pictures}/${id}/cover.png` },
      screenshots: [1, 2, 3].map((number) => ({ url: `${pictures}/${id}/shot-${number}.png` })),
    },
    updatedAt: new Date(changedAtMs).toISOString(),
  };
}

export function orderBody(order: StoredOrder): object {
  const total = totalCents(order);
  return {
    orderId: order.id,
    ...(order.reference !== '' && { orderExternalId: order.reference }),
    status: kinguinStatuses[order.status],
    totalPrice: euros(total),
    requestTotalPrice: euros(order.lines.reduce((sum, { agreedCents, quantity }) => sum + agreedCents * quantity, 0)),
    paymentPrice: euros(total),
    userEmail: 'shop@keyturn.example',
    storeId: 1,
    createdAt: new Date(order.createdAtMs).toISOString(),
    totalQty: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    isPreorder: false,
    products: order.lines.map(({ productId, offerId, quantity, name, cents, agreedCents, keys }) => ({
      kinguinId: Number(productId),
      offerId,
      productId,
      qty: quantity,
      name,
      price: euros(cents),
      totalPrice: euros(cents * quantity),
      requestPrice: euros(agreedCents),
      isPreorder: false,
      keys: keys.map(({ id, isDelivered }) => ({ id, status: keyStatus(order, isDelivered) })),
    })),
  };
}

/** Keys of an order that was paid back after they had come have gone back. */
function keyStatus({ status }: StoredOrder, isDelivered: boolean): string {
  if (!isDelivered) return status === 'open' ? 'PROCESSING' : 'CANCELED';
  return status === 'refunded' ? 'RETURNED' : 'DELIVERED';
}
