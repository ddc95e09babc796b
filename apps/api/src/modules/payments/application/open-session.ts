import { Injectable } from '@nestjs/common';
import { EndUnpaidOrder, type Order, Orders } from '../../orders/index.ts';
import { CheckoutOver, PaymentUnavailable } from '../domain/payment-errors.ts';
import { type PaymentSession } from './ports.ts';
import { PaymentProviders } from './payment-providers.ts';

/**
 * Opens the payment session of an unpaid order and stores it. No lock and no transaction is open during the call to the provider, so the
 * order may have ended meanwhile: then the session is ended too, or it could be paid without reserved keys.
 */
@Injectable()
export class OpenSession {
  constructor(
    private readonly orders: Orders,
    private readonly providers: PaymentProviders,
    private readonly endUnpaidOrder: EndUnpaidOrder,
  ) {}

  /** @throws CheckoutOver when the order ended meanwhile, PaymentUnavailable when the provider does not open a session. */
  async run(order: Order): Promise<PaymentSession> {
    if (order.sessionId !== null && order.sessionUrl !== null) return { id: order.sessionId, url: order.sessionUrl };
    // Stored when the order was placed: if its session was opened and not stored, the same provider is called again.
    const provider = this.providers.named(order.paymentProvider);
    const session = await provider.openSession(order);
    if (await this.orders.noteSession(order.id, session)) return session;
    await provider.expireSession(session.id);
    throw new CheckoutOver();
  }

  /**
   * The same for a waiting buyer: if the session cannot be opened, the keys are released at once, unless a concurrent request opened it.
   */
  async runOrEnd(order: Order): Promise<PaymentSession> {
    try {
      return await this.run(order);
    } catch (error) {
      if (error instanceof PaymentUnavailable) await this.endUnpaidOrder.runWithoutSession(order.id, 'buyer');
      throw error;
    }
  }
}
