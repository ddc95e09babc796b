import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { EndUnpaidOrder, HelpBuyer, OrderNotOnHold, Orders, PaidMeanwhile } from '../../orders/index.ts';
import { PaymentProvider } from './ports.ts';
import { Settle } from './settle.ts';

/** Ends an order that nobody has paid, at the provider first, or one that is on hold. */
@Injectable()
export class CancelOrder {
  constructor(
    private readonly orders: Orders,
    private readonly provider: PaymentProvider,
    private readonly settle: Settle,
    private readonly endUnpaidOrder: EndUnpaidOrder,
    private readonly help: HelpBuyer,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  /** @throws PaidMeanwhile, OrderNotOnHold for an order that is neither, PaymentUnavailable */
  async run(orderId: string, why: { by: Operator; reason: string }): Promise<void> {
    const order = await this.orders.ofId(orderId);
    if (!order?.isPending()) return this.help.cancelHeld(orderId, why);
    if (order.sessionId !== null) {
      await this.provider.expireSession(order.sessionId);
      const outcome = await this.settle.run(order.sessionId, why.by.name);
      if (outcome === 'transfer on its way') throw new PaidMeanwhile();
    }
    await this.transaction.run(async () => {
      await this.endUnpaidOrder.run(orderId, 'cancelled', why.by.name);
      const now = await this.orders.ofId(orderId);
      if (now?.isPaid()) throw new PaidMeanwhile();
      if (!now || now.isPending()) throw new OrderNotOnHold();
      await this.audit.record({
        by: why.by,
        action: 'orders.cancel',
        subject: { type: 'order', id: orderId },
        before: { status: order.status },
        after: { status: now.status },
        reason: why.reason,
      });
    });
  }
}
