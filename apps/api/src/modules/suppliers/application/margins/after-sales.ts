import { Injectable } from '@nestjs/common';
import { type BuyerRefund, BuyerRefunds } from '../../../orders/index.ts';
import { type SupplierReturn, SupplierReturns } from '../after-sales/returns.ts';
import type { PurchaseRecord } from '../purchases.ts';

/** What happened to the keys of a purchase when they had come. */
export interface AfterSales {
  readonly returned: SupplierReturn | null;
  /** Of its order. */
  readonly refunds: readonly BuyerRefund[];
}

export const NO_AFTER_SALES: AfterSales = { returned: null, refunds: [] };

@Injectable()
export class ReadAfterSales {
  constructor(
    private readonly returns: SupplierReturns,
    private readonly refunds: BuyerRefunds,
  ) {}

  /** Of each of these purchases. */
  async of(purchases: readonly PurchaseRecord[]): Promise<(purchase: PurchaseRecord) => AfterSales> {
    const returns = await this.returns.ofPurchases(purchases.map(({ id }) => id));
    const refunds = Map.groupBy(await this.refunds.of(purchases.map(({ orderId }) => orderId)), ({ orderId }) => orderId);
    return ({ id, orderId }) => ({ returned: returns.get(id) ?? null, refunds: refunds.get(orderId) ?? [] });
  }
}
