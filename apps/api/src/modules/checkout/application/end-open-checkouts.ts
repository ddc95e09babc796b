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
    for (const { id, paymentProvider, sessionId } of await this.orders.openOfBrowser(browserId)) {
      const opened = sessionId ?? (await this.endUnopened(id));
      if (opened === null) continue;
      await this.providers.named(paymentProvider).expireSession(opened);
      await this.settle.run(opened, 'buyer', paymentProvider);
    }
  }

  /** Ends a checkout without a session. Returns its session if another request has opened it meanwhile. */
  private async endUnopened(orderId: string): Promise<string | null> {
    await this.endUnpaidOrder.runWithoutSession(orderId, 'buyer');
    return (await this.orders.ofId(orderId))?.sessionId ?? null;
  }
}
