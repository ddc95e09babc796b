import { Injectable } from '@nestjs/common';
import { OrderTimeline, type SourceEntry } from '../../orders/index.ts';
import { type PurchaseRecord, KeyPurchases, revenueMinor } from '../application/purchases.ts';

/** Timeline entries of what was bought for an order. */
@Injectable()
export class SupplierTimeline {
  constructor(
    timeline: OrderTimeline,
    private readonly purchases: KeyPurchases,
  ) {
    timeline.add(({ id }) => this.entriesOf(id));
  }

  private async entriesOf(orderId: string): Promise<SourceEntry[]> {
    return (await this.purchases.ofOrder(orderId)).flatMap(entriesOf);
  }
}

function entriesOf(purchase: PurchaseRecord): SourceEntry[] {
  const { id, supplier, supplierOrderId, quantity, keys, sentAt, closedAt, state, failure, costMinor, replaces } = purchase;
  const cost = costMinor === null ? {} : { cost: costMinor / 100, margin: (revenueMinor(purchase) - costMinor) / 100 };
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
  ];
}
