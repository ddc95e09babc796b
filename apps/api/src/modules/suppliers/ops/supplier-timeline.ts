import { Injectable } from '@nestjs/common';
import { OrderTimeline, type SourceEntry } from '../../orders/index.ts';
import { isByItself, type SupplierReturn, SupplierReturns } from '../application/after-sales/returns.ts';
import { NO_AFTER_SALES } from '../application/margins/after-sales.ts';
import { amountsOf } from '../application/margins/purchase-amounts.ts';
import { type PurchaseRecord, KeyPurchases } from '../application/purchases.ts';

/** Timeline entries of what was bought for an order. */
@Injectable()
export class SupplierTimeline {
  constructor(
    timeline: OrderTimeline,
    private readonly purchases: KeyPurchases,
    private readonly returns: SupplierReturns,
  ) {
    timeline.add(({ id }) => this.entriesOf(id));
  }

  private async entriesOf(orderId: string): Promise<SourceEntry[]> {
    const purchases = await this.purchases.ofOrder(orderId);
    const returns = await this.returns.ofPurchases(purchases.map(({ id }) => id));
    return purchases.flatMap((purchase) => entriesOf(purchase, returns.get(purchase.id)));
  }
}

function entriesOf(purchase: PurchaseRecord, returned: SupplierReturn | undefined): SourceEntry[] {
  const { id, supplier, supplierOrderId, quantity, keys, sentAt, closedAt, state, failure, replaces } = purchase;
  // As it was closed: returns and refunds are entries of their own.
  const amounts = amountsOf(purchase, NO_AFTER_SALES);
  const cost = amounts && { cost: amounts.costMinor / 100, margin: (amounts.revenueMinor - amounts.costMinor) / 100 };
  const entry = (at: Date, what: string, data: object): SourceEntry => ({
    at,
    source: 'supplier',
    what,
    by: supplier,
    data: { purchase: id, supplierOrder: supplierOrderId, ...(replaces && { replacedKey: replaces.keyId }), ...data },
  });
  return [
    ...(sentAt ? [entry(sentAt, 'keys_ordered', { quantity })] : []),
    ...(closedAt ? [entry(closedAt, `purchase_${state}`, { keys, failure, ...cost })] : []),
    ...(returned ? returnEntries(returned, entry) : []),
  ];
}

function returnEntries(returned: SupplierReturn, entry: (at: Date, what: string, data: object) => SourceEntry): SourceEntry[] {
  const { askedAt, closedAt, state, keys, failure, costMinor, refundedMinor } = returned;
  const isTheirs = isByItself(returned);
  const amounts = { keys, cost: costMinor / 100 };
  const ended = { ...amounts, refunded: refundedMinor === null ? null : refundedMinor / 100, failure };
  return [
    ...(isTheirs ? [] : [entry(askedAt, 'return_asked', amounts)]),
    ...(closedAt ? [entry(closedAt, isTheirs ? 'purchase_refunded' : state === 'done' ? 'keys_returned' : 'return_refused', ended)] : []),
  ];
}
