import { BuyerRefunds } from '../../modules/orders/index.ts';
import { SupplierReturns } from '../../modules/suppliers/application/after-sales/returns.ts';
import { amountsOf } from '../../modules/suppliers/application/margins/purchase-amounts.ts';
import { KeyPurchases } from '../../modules/suppliers/application/purchases.ts';
import type { SupplyWorld } from './supply-world.ts';

export interface OrderRow {
  readonly id: string;
  readonly status: string;
  readonly isPaid: boolean;
  readonly currency: 'Eur' | 'Usd' | 'Pln' | 'Gbp';
  readonly lines: readonly { readonly productId: string; readonly quantity: number; readonly unitMinor: number }[];
  readonly allocated: number;
}

/** Keys that their supplier has taken back and that are on sale, or went to an order that was placed when the shop knew. */
export async function deadKeys({ shop, suppliers }: Pick<SupplyWorld, 'shop' | 'suppliers'>): Promise<string[]> {
  const gone = suppliers.flatMap(({ ordered }) =>
    ordered.flatMap(({ keys, isBack, taken = [] }) => (isBack ? keys : taken).map(({ id }) => id)),
  );
  const { rows } = await shop.database.query<{ id: string; state: string }>(
    `select b.purchase_id as id, k.state from purchased_key b join stock_key k on k.id = b.stock_key_id
      left join shop_order o on o.id = k.order_id
      where b.key_id = any($1) and not b.is_known
        and (k.state = 'available' or k.state in ('sold', 'reserved') and o.created_at > k.quarantined_at)`,
    [gone],
  );
  return rows.map(({ id, state }) => `a key of purchase ${id} is ${state}, and its supplier has taken it back`);
}

/** What purchases for an order say that its buyer paid is no more than that. */
export async function revenueFaults(shop: SupplyWorld['shop'], orders: readonly OrderRow[]): Promise<string[]> {
  const purchases = await shop.get(KeyPurchases).settled({ ids: [], orderIds: orders.map(({ id }) => id) });
  const returns = await shop.get(SupplierReturns).ofPurchases(purchases.map(({ id }) => id));
  const refunds = await shop.get(BuyerRefunds).of(orders.map(({ id }) => id));
  const ofOrder = Map.groupBy(purchases, ({ orderId }) => orderId);
  return orders.flatMap(({ id, currency, lines }) => {
    const ofThis = { refunds: refunds.filter(({ orderId }) => orderId === id) };
    const revenueMinor = (ofOrder.get(id) ?? []).reduce(
      (sum, one) => sum + (amountsOf(one, { ...ofThis, returned: returns.get(one.id) ?? null })?.revenueMinor ?? 0),
      0,
    );
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const paidMinor = lines.reduce((sum, { quantity, unitMinor }) => sum + quantity * unitMinor, 0);
    const perEuro = currency === 'Eur' ? 1 : shop.config.exchangeRates[currency];
    // What one piece was charged is rounded.
    return revenueMinor > paidMinor / perEuro + pieces
      ? [`${id} paid ${paidMinor} at ${perEuro} for a euro, and its purchases count ${revenueMinor} cents`]
      : [];
  });
}
