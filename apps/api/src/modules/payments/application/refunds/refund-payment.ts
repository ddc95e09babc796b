import { Injectable } from '@nestjs/common';
import { CancelBackorder } from './cancel-backorder.ts';
import { SendRefund } from './send-refund.ts';

/** Sends the whole payment of an order back that could not be delivered, and has the buyer told. A repeat finds it done at the provider and in the order. */
@Injectable()
export class RefundPayment {
  constructor(
    private readonly giveUpWaiting: CancelBackorder,
    private readonly sendRefund: SendRefund,
  ) {}

  /** @throws RefundRefused where the provider says no */
  async run(orderId: string): Promise<void> {
    const refundId = await this.giveUpWaiting.run(orderId, 'worker');
    if (refundId !== null) await this.sendRefund.run(refundId);
  }
}
