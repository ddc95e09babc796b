import { Injectable } from '@nestjs/common';
import { EndUnpaidOrder, Orders } from '../../orders/index.ts';
import { PaymentProviders, Settle } from '../../payments/index.ts';

/** Ends what a browser has open at the provider and frees its keys: it came back, or checks out again. */
@Injectable()
export class EndOpenCheckouts {
  constructor(
    private readonly orders: Orders,
    private readonly providers: PaymentProviders,
    private readonly settle: Settle,
    private readonly endUnpaidOrder: EndUnpaidOrder,
  ) {}

  /** A session that was paid meanwhile is settled, and a transfer on its way goes on. */
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
