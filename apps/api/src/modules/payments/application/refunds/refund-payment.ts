import { Injectable } from '@nestjs/common';
import { CancelBackorder } from './cancel-backorder.ts';
import { SendRefund } from './send-refund.ts';

/** Refunds the whole payment of an order that could not be delivered, and notifies the buyer. Idempotent. */
@Injectable()
export class RefundPayment {
  constructor(
    private readonly giveUpWaiting: CancelBackorder,
    private readonly sendRefund: SendRefund,
  ) {}

  /** @throws RefundRefused if the provider refuses, RefundAttempted */
  async run(orderId: string): Promise<void> {
    const refundId = await this.giveUpWaiting.run(orderId, 'worker');
    if (refundId !== null) await this.sendRefund.run(refundId);
  }
}
