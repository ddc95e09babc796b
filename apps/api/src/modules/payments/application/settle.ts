import { Injectable } from '@nestjs/common';
import { AwaitTransfer, EndUnpaidOrder, Orders, TakePayment } from '../../orders/index.ts';
import { PaymentProviders } from './payment-providers.ts';

/**
 * The only code that applies payment sessions to orders. It reads the session's current state from the provider and trusts nothing else, so
 * events may come late, twice or out of order. Called by the webhook's job, by reconciliation and after a session was ended manually.
 * Idempotent.
 */
@Injectable()
export class Settle {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly orders: Orders,
    private readonly takePayment: TakePayment,
    private readonly awaitTransfer: AwaitTransfer,
    private readonly endUnpaidOrder: EndUnpaidOrder,
  ) {}

  /** `provider`: the name of the session's provider. Returns the outcome as text for the event's record. */
  async run(sessionId: string, actor: string, provider: string): Promise<string> {
    const asked = this.providers.named(provider);
    const state = await asked.session(sessionId);
    if (!state) return 'unknown session';
    const orderId = state.orderId ?? (await this.orders.ofSession(sessionId, provider))?.id;
    if (orderId === undefined) return 'session of no order';
    switch (state.outcome) {
      case 'paid':
        return this.takePayment.run(
          orderId,
          { ...state, provider: asked.name, page: state.intentId && asked.pageOf(state.intentId) },
          actor,
        );
      case 'processing':
        await this.awaitTransfer.run(orderId, actor);
        return 'transfer on its way';
      case 'failed':
        await this.endUnpaidOrder.run(orderId, 'payment_failed', actor);
        return 'payment failed';
      case 'expired':
        await this.endUnpaidOrder.run(orderId, 'expired', actor);
        return 'expired';
      case 'open':
        return 'still open';
    }
  }
}
