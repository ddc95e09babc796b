import { Injectable } from '@nestjs/common';
import { Orders, RecordRefund } from '../../orders/index.ts';
import { PaymentProvider } from './ports.ts';

/** Sends a whole payment back and has the buyer told. A repeat finds it done at the provider and in the order. */
@Injectable()
export class RefundPayment {
  constructor(
    private readonly orders: Orders,
    private readonly provider: PaymentProvider,
    private readonly recordRefund: RecordRefund,
  ) {}

  async run(orderId: string): Promise<void> {
    const order = await this.orders.ofId(orderId);
    if (!order || order.status === 'refunded') return;
    if (order.paymentIntentId === null) throw new Error(`Order ${orderId} has no payment to send back.`);
    await this.provider.refund(order.id, order.paymentIntentId);
    await this.recordRefund.run(order.id, 'worker');
  }
}
