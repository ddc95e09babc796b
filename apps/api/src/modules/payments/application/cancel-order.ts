import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { EndUnpaidOrder, OrderNotOnHold, Orders, PaidMeanwhile } from '../../orders/index.ts';
import { PrepareRefund } from './refunds/prepare-refund.ts';
import { RefundRefused } from '../domain/payment-errors.ts';
import { PaymentProviders } from './payment-providers.ts';
import { SendRefund } from './refunds/send-refund.ts';
import { Settle } from './settle.ts';

/**
 * Cancels an unpaid order, first at the provider. One whose bank transfer is on its way expires: its keys are free. One that is on hold was
 * paid: it is refunded.
 */
@Injectable()
export class CancelOrder {
  constructor(
    private readonly orders: Orders,
    private readonly providers: PaymentProviders,
    private readonly settle: Settle,
    private readonly endUnpaidOrder: EndUnpaidOrder,
    private readonly prepareRefund: PrepareRefund,
    private readonly sendRefund: SendRefund,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  /**
   * Returns the refunded amount, in minor units; 0 if nothing was paid. @throws PaidMeanwhile, OrderNotOnHold for an order that is neither,
   * RefundNotOpen or RefundMadeAnyway if the refund was given up meanwhile, NothingToRefund if all went back in another way, RefundAttempted,
   * PaymentUnavailable
   */
  async run(orderId: string, why: { by: Operator; reason: string }): Promise<number> {
    const order = await this.orders.ofId(orderId);
    if (order?.status === 'on_hold') return this.refundHeld(orderId, why);
    if (!order?.isPending()) throw new OrderNotOnHold();
    const { sessionId, paymentProvider } = order;
    let isTransferOnItsWay = false;
    if (sessionId !== null) {
      await this.providers.named(paymentProvider).expireSession(sessionId);
      const outcome = await this.settle.run(sessionId, why.by.name, paymentProvider);
      if (outcome === 'still open') throw new PaidMeanwhile();
      isTransferOnItsWay = outcome === 'transfer on its way';
    }
    const isEnded = await this.transaction.run(async () => {
      // A transfer cannot be stopped. An expired order still takes a late payment; a cancelled one takes none.
      if (isTransferOnItsWay) await this.endUnpaidOrder.run(orderId, 'expired', why.by.name);
      else await this.endUnpaidOrder.cancel(orderId, sessionId, why.by.name);
      const now = await this.orders.ofId(orderId);
      if (now?.isPaid()) throw new PaidMeanwhile();
      if (now?.isPending() && now.sessionId !== sessionId) return false;
      if (!now || now.isPending()) throw new OrderNotOnHold();
      await this.audit.record({
        by: why.by,
        action: 'orders.cancel',
        subject: { type: 'order', id: orderId },
        before: { status: order.status },
        after: { status: now.status },
        reason: why.reason,
      });
      return true;
    });
    // Its session was opened meanwhile, and can be paid: that is ended first.
    return isEnded ? 0 : this.run(orderId, why);
  }

  private async refundHeld(orderId: string, why: { by: Operator; reason: string }): Promise<number> {
    const { refund } = await this.prepareRefund.run(orderId, null, { ...why, action: 'orders.cancel', isOfHeld: true });
    try {
      return await this.sendRefund.runForStaff(refund.id);
    } catch (error) {
      // Stored with its job: it is retried, and the order stays on hold until then.
      if (error instanceof RefundRefused) return refund.amountMinor;
      throw error;
    }
  }
}
