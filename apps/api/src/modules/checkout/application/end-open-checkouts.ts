import { Injectable } from '@nestjs/common';
import { Turns } from '../../../shared/concurrency/turns.ts';
import { EndUnpaidOrder, type Order, Orders } from '../../orders/index.ts';
import { PaymentProviders, Settle } from '../../payments/index.ts';

/** Ends the open payment sessions of a browser and releases their keys, when it returns or checks out again. */
@Injectable()
export class EndOpenCheckouts {
  private readonly turns = new Turns();

  constructor(
    private readonly orders: Orders,
    private readonly providers: PaymentProviders,
    private readonly settle: Settle,
    private readonly endUnpaidOrder: EndUnpaidOrder,
  ) {}

  /** A session that was paid meanwhile is settled. */
  async run(browserId: string): Promise<void> {
    for (const { id } of await this.orders.openOfBrowser(browserId)) await this.runOne(id);
  }

  /**
   * The same for one order, if it is unpaid. Of many calls at a time one asks the provider: the others find the order ended. A transfer cannot
   * be stopped: nobody is asked about it.
   */
  runOne(orderId: string): Promise<void> {
    return this.turns.run(orderId, async () => {
      const order = await this.orders.ofId(orderId);
      if (order?.isPending() && !order.isWaitingForTransfer()) await this.end(order);
    });
  }

  private async end({ id, paymentProvider, sessionId }: Order): Promise<void> {
    const opened = sessionId ?? (await this.endUnopened(id));
    if (opened === null) return;
    await this.providers.named(paymentProvider).expireSession(opened);
    await this.settle.run(opened, 'buyer', paymentProvider);
  }

  /** Ends a checkout without a session. Returns its session if another request has opened it meanwhile. */
  private async endUnopened(orderId: string): Promise<string | null> {
    await this.endUnpaidOrder.runWithoutSession(orderId, 'buyer');
    return (await this.orders.ofId(orderId))?.sessionId ?? null;
  }
}
