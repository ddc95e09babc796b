import { Injectable } from '@nestjs/common';
import { GiveUpWaiting, Orders, RecordRefund } from '../../orders/index.ts';
import { PaymentProvider } from './ports.ts';

/** Sends the whole payment of an order back that could not be delivered, and has the buyer told. A repeat finds it done at the provider and in the order. */
@Injectable()
export class RefundPayment {
  constructor(
    private readonly orders: Orders,
    private readonly provider: PaymentProvider,
    private readonly giveUpWaiting: GiveUpWaiting,
    private readonly recordRefund: RecordRefund,
  ) {}

  async run(orderId: string): Promise<void> {
    if (!(await this.giveUpWaiting.run(orderId, 'worker'))) return;
    const order = await this.orders.ofId(orderId);
    if (!order?.paymentIntentId) throw new Error(`Order ${orderId} has no payment to send back.`);
    await this.provider.refund(order.id, order.paymentIntentId);
    await this.recordRefund.run(order.id, 'worker');
  }
}
