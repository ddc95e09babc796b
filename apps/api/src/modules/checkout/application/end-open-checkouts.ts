import { Injectable } from '@nestjs/common';
import { EndUnpaidOrder, Orders } from '../../orders/index.ts';
import { PaymentProviders, Settle } from '../../payments/index.ts';

/** Ends the open payment sessions of a browser and releases their keys, when it returns or checks out again. */
@Injectable()
export class EndOpenCheckouts {
  constructor(
    private readonly orders: Orders,
    private readonly providers: PaymentProviders,
    private readonly settle: Settle,
    private readonly endUnpaidOrder: EndUnpaidOrder,
  ) {}

  /** A session that was paid meanwhile is settled, and one with a pending transfer stays open. */
  async run(browserId: string): Promise<void> {
    for (const order of await this.orders.openOfBrowser(browserId)) {
      if (order.sessionId === null) {
        await this.endUnpaidOrder.run(order.id, 'expired', 'buyer');
        continue;
      }
      await this.providers.named(order.paymentProvider).expireSession(order.sessionId);
      await this.settle.run(order.sessionId, 'buyer', order.paymentProvider);
    }
  }
}
