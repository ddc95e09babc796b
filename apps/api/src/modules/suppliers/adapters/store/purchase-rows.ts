import { sql } from 'kysely';
import type { PurchaseRecord } from '../../application/purchases.ts';

/** Its keys may still come. The partial index `purchase_open` has the same condition. */
export const isOpen = sql`state in ('planned', 'sent', 'ordered', 'unclear')`;
export const purchaseColumns = sql`id, supplier, order_id as "orderId", product_id as "productId", supplier_product_id as "supplierProductId",
  offer_id as "offerId", quantity, price_minor as "priceMinor", charged_minor as "chargedMinor", state,
  supplier_order_id as "supplierOrderId", sent_at as "sentAt", leased_until as "leasedUntil", tries, case when replaces_key_id is not null then
    json_build_object('keyId', replaces_key_id, 'line', replaces_line, 'slot', replaces_slot, 'askedBy', asked_by, 'acceptsLoss', accepts_loss,
      'acceptsRegion', accepts_region)
  end as replaces`;
export const recordColumns = sql`${purchaseColumns}, charged_pieces as "chargedPieces", cost_minor as "costMinor", failure, created_at as "createdAt", closed_at as "closedAt",
  (select count(*)::integer from purchased_key where purchase_id = purchase.id) as keys,
  (select count(*)::integer from purchased_key where purchase_id = purchase.id and is_known) as "knownKeys",
  array(select stock_key_id from purchased_key where purchase_id = purchase.id and not is_known and stock_key_id is not null) as "stockKeyIds"`;
/** Added to what is set of one that is to replace a key no more. */
export const replacesNothing = sql`, replaces_key_id = null, replaces_line = null, replaces_slot = null, asked_by = null, accepts_loss = false,
  accepts_region = false`;
export const dateOf = (at: Date | null) => at && new Date(at);

/** Instants come as text. */
export function recordOf(row: PurchaseRecord): PurchaseRecord {
  return {
    ...row,
    sentAt: dateOf(row.sentAt),
    leasedUntil: dateOf(row.leasedUntil),
    createdAt: new Date(row.createdAt),
    closedAt: dateOf(row.closedAt),
  };
}
