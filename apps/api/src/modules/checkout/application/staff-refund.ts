import { Injectable } from '@nestjs/common';
import { FinishRefund, Orders, Refunds } from '../../orders/index.ts';
import { PaymentProvider } from './ports.ts';

/** Sends the money of a prepared refund back, and has the order say so. A repeat finds it done at the provider and in the order. */
@Injectable()
export class StaffRefund {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly provider: PaymentProvider,
    private readonly finishRefund: FinishRefund,
  ) {}

  /** @throws RefundRefused where the provider says no */
  async run(refundId: string): Promise<void> {
    const refund = await this.refunds.ofId(refundId);
    const order = refund && (await this.orders.ofId(refund.orderId));
    if (!refund || !order?.paymentIntentId) throw new Error(`There is no refund ${refundId}.`);
    if (refund.isDone) return;
    // The bank took the money meanwhile, or the whole went back by itself.
    if (order.status === 'refunded') return this.finishRefund.run(refund.id);
    // The whole is what was paid, which on an order on hold may differ from its total.
    if (refund.isWhole) await this.provider.refund(order.id, order.paymentIntentId);
    else
      await this.provider.refundPart({
        id: refund.id,
        orderId: order.id,
        intentId: order.paymentIntentId,
        amountMinor: refund.amountMinor,
      });
    await this.finishRefund.run(refund.id);
  }
}
