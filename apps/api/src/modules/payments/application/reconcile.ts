import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { EndUnpaidOrder, type Order, Orders } from '../../orders/index.ts';
import { CheckoutOver, PaymentUnavailable } from '../domain/payment-errors.ts';
import { OpenSession } from './open-session.ts';
import { PaymentProviders } from './payment-providers.ts';
import { Settle } from './settle.ts';

const BATCH = 100;
const AT_ONCE = 8;
/** Younger orders are left to the webhook. */
const YOUNG_MS = 60_000;
const ENDED_RECENTLY_MS = 2 * 3_600_000;

/** Compares open and recently ended checkouts with the provider, so that a lost webhook delays an order by minutes only. */
@Injectable()
export class Reconcile {
  constructor(
    private readonly orders: Orders,
    private readonly providers: PaymentProviders,
    private readonly settle: Settle,
    private readonly openSession: OpenSession,
    private readonly endUnpaidOrder: EndUnpaidOrder,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now().getTime();
    const ids = await this.transaction.run(() =>
      this.orders.takeForReconciling(new Date(now - YOUNG_MS), new Date(now - ENDED_RECENTLY_MS), BATCH),
    );
    const failures: unknown[] = [];
    // An error of one order does not stop the others; an unavailable provider does.
    for (let start = 0; start < ids.length && failures.length < AT_ONCE; start += AT_ONCE) {
      const compared = await Promise.allSettled(ids.slice(start, start + AT_ONCE).map((id) => this.compare(id)));
      failures.push(...compared.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : [])));
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} orders could not be compared with the provider.`);
  }

  private async compare(orderId: string): Promise<void> {
    const order = await this.orders.ofId(orderId);
    if (!order?.awaitsPayment()) return;
    const sessionId = order.sessionId ?? (await this.sessionOf(order));
    if (sessionId === null) {
      // The provider may be down for a moment: the order keeps the time that its buyer would have had.
      if (order.expiresAt < this.clock.now()) await this.endUnpaidOrder.run(order.id, 'expired', 'reconciliation');
      return;
    }
    const outcome = await this.settle.run(sessionId, 'reconciliation', order.paymentProvider);
    if (order.expiresAt >= this.clock.now()) return;
    // The provider uses its own clock: past the end of ours, the session is ended there, too.
    if (outcome === 'still open') {
      await this.providers.named(order.paymentProvider).expireSession(sessionId);
      await this.settle.run(sessionId, 'reconciliation', order.paymentProvider);
    } else if (outcome === 'unknown session') {
      await this.endUnpaidOrder.run(order.id, 'expired', 'reconciliation');
    }
  }

  /** A process died between opening the session and storing it: opening again returns the same one. */
  private async sessionOf(order: Order): Promise<string | null> {
    if (!order.isPending()) return null;
    try {
      return (await this.openSession.run(order)).id;
    } catch (error) {
      if (error instanceof PaymentUnavailable || error instanceof CheckoutOver) return null;
      throw error;
    }
  }
}
